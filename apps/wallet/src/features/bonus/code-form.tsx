import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import panels from '../../ui/panel.module.css'
import { TextField } from '../../ui/field.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import styles from './code-form.module.css'

/** The contract takes no longer one. */
const LONGEST_CODE = 64

/** The way to a promotion by its code, which is always written in capitals (BON-003, PRO-011, PRO-012). */
export function CodeForm(): ReactNode {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = code.trim()
    setIsMissing(wanted === '')
    if (wanted !== '') openModal('promotion', { code: wanted })
  }
  return (
    <form className={`${panels.panel} ${styles.form}`} noValidate onSubmit={search}>
      <TextField
        label={t('bonus.code.label')}
        placeholder={t('bonus.code.placeholder')}
        value={code}
        maxLength={LONGEST_CODE}
        required
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        error={isMissing ? t('common.fieldRequired') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value.toUpperCase())
          setIsMissing(false)
        }}
        end={<SmallButton type="submit">{t('common.search')}</SmallButton>}
      />
    </form>
  )
}
