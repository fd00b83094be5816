import { languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { chooseLanguage, useTexts } from '../lib/texts/texts.ts'
import { SelectField } from '../ui/field.tsx'

/** Chooses the language of the desk, each by its own name. */
export function LanguageMenu(): ReactNode {
  const { language, t } = useTexts()
  return (
    <SelectField
      label={t('nav.language')}
      isLabelHidden
      value={language}
      options={languages.map((one) => ({ value: one, label: languageNames[one], className: `name-${one}` }))}
      onChoose={(value) => chooseLanguage(languages.find((one) => one === value) ?? 'th')}
    />
  )
}
