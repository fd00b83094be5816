import { CONTENT_PICTURE_BYTES_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { media } from '../../ui/drawings.tsx'
import { uploadPicture } from './content.api.ts'
import { useContentTexts } from './content-words.ts'
import styles from './content-page.module.css'

/** The address of a picture, and a button that keeps one of this machine's; the phone beside shows it. */
export function PictureField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (path: string) => void
}): ReactNode {
  const { words, errorText } = useContentTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File): Promise<void> => {
    setProblem(undefined)
    if (file.size > CONTENT_PICTURE_BYTES_MAX) {
      setProblem(words('picture.tooLarge'))
      return
    }
    setIsBusy(true)
    try {
      onChange((await uploadPicture(file)).path)
    } catch (caught) {
      setProblem(errorText(caught))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.picture}>
      <TextField
        label={label}
        hint={words('picture.hint')}
        autoComplete="off"
        maxLength={500}
        value={value}
        error={problem ?? error}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        kind="line"
        drawing={media}
        busyLabel={isBusy ? words('picture.sending') : undefined}
        aria-label={words('picture.chooseFor', { name: label })}
        onClick={() => input.current?.click()}
      >
        {words('picture.choose')}
      </Button>
      <FileInput
        ref={input}
        hidden
        tabIndex={-1}
        aria-label={words('picture.chooseFor', { name: label })}
        accept="image/png,image/jpeg,image/gif"
        onFile={(file) => void take(file)}
      />
    </div>
  )
}
