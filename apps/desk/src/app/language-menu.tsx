import { down, Icon, languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { chooseLanguage, useTexts } from '../lib/texts/texts.ts'
import { globe } from '../ui/drawings.tsx'
import styles from './language-menu.module.css'

/** Chooses the language of the desk, each by its own name. */
export function LanguageMenu(): ReactNode {
  const { language, t } = useTexts()
  return (
    <span className={styles.language}>
      <Icon drawing={globe} size={18} />
      <select
        aria-label={t('nav.language')}
        value={language}
        onChange={(event) => chooseLanguage(languages.find((one) => one === event.target.value) ?? 'th')}
      >
        {languages.map((one) => (
          <option key={one} value={one} className={`name-${one}`}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <Icon drawing={down} size={14} />
    </span>
  )
}
