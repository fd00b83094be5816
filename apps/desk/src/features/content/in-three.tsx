import type { ContentWords } from '@krapao/contract'
import { languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { TextArea, TextField } from '../../ui/field.tsx'
import styles from './content-page.module.css'

/** One text in the three languages, side by side. */
export function InThree({
  label,
  value,
  path,
  rows,
  maxLength,
  wrong,
  onChange,
}: {
  label: string
  value: ContentWords
  /** Where the text stands, such as `0.names`; the language follows. */
  path: (language: 'th' | 'lo' | 'en') => string
  /** Lines of its field; without it it is one of a line. */
  rows?: number
  maxLength: number
  wrong: (path: string) => string | undefined
  onChange: (value: ContentWords) => void
}): ReactNode {
  return (
    <div className={styles.three}>
      {languages.map((language) => {
        const field = {
          label: `${label} · ${languageNames[language]}`,
          lang: language,
          maxLength,
          value: value[language],
          error: wrong(path(language)),
        }
        const set = (text: string): void => onChange({ ...value, [language]: text })
        return rows === undefined ? (
          <TextField key={language} {...field} autoComplete="off" onChange={(event) => set(event.target.value)} />
        ) : (
          <TextArea key={language} {...field} rows={rows} onChange={(event) => set(event.target.value)} />
        )
      })}
    </div>
  )
}
