import { languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { readTexts, switchLanguage, useTexts } from '../../lib/texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import styles from './language-pills.module.css'

/** The language switcher of /login: each language by its own name (LOG-004). */
export function LanguagePills(): ReactNode {
  const { t, language: current } = useTexts()
  const choose = async (language: (typeof languages)[number]): Promise<void> => {
    try {
      await switchLanguage(language)
      showToast('spoken', readTexts().t('lang.changed'), 'language')
    } catch {
      showToast('failed', t('error.network'), 'language')
    }
  }
  return (
    <div className={styles.pills} role="group" aria-label={t('aria.languageMenu')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={`name-${language}`}
          aria-pressed={language === current}
          onClick={() => void choose(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  )
}
