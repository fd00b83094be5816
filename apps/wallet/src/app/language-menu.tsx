import { check, down, Icon, languageNames, languages } from '@krapao/web'
import type { Language } from '@krapao/web'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { readTexts, switchLanguage, useTexts } from '../lib/texts/texts.ts'
import { globe } from '../ui/drawings.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './language-menu.module.css'

/** Beside a title there is room for a short name; the button's label says the whole. */
const shortNames: Record<Language, string> = { ...languageNames, en: 'EN' }

/** The language dropdown of the top bar; the present language cannot be chosen (NAV-027, NAV-028). */
export function LanguageMenu(): ReactNode {
  const { t, language: current } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [whole, short] = [languageNames[current], shortNames[current]]
  const placeRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    placeRef.current?.querySelector<HTMLButtonElement>('[role=menu] button:enabled')?.focus()
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !placeRef.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = (): void => {
    setIsOpen(false)
    buttonRef.current?.focus()
  }
  const choose = async (language: Language): Promise<void> => {
    close()
    try {
      await switchLanguage(language)
      showToast('spoken', readTexts().t('lang.changed'), 'language')
    } catch {
      showToast('failed', t('error.network'), 'language')
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') close()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = [...(placeRef.current?.querySelectorAll<HTMLButtonElement>('[role=menu] button:enabled') ?? [])]
    const index = entries.findIndex((entry) => entry === document.activeElement)
    entries.at((index + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus()
  }

  return (
    <div className={styles.place} ref={placeRef}>
      <button
        ref={buttonRef}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${short === whole ? '' : `${short}, `}${t('aria.languageMenu')}: ${whole}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon drawing={globe} />
        {short}
        <Icon drawing={down} />
      </button>
      {isOpen ? (
        // The entries take the keys; this only looks at those that move between them.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div className={styles.menu} role="menu" aria-label={t('aria.languageMenu')} onKeyDown={onKeyDown}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              role="menuitemradio"
              lang={language}
              className={`name-${language}`}
              aria-checked={language === current}
              disabled={language === current}
              onClick={() => void choose(language)}
            >
              {languageNames[language]}
              {language === current ? <Icon drawing={check} /> : null}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
