import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Language } from '../lib/texts/language.ts'
import { languageNames, languages } from '../lib/texts/language.ts'
import { switchLanguage, useTexts } from '../lib/texts/texts.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import type { ThemeChoice } from '../lib/theme.ts'
import { chooseTheme, readThemeChoice } from '../lib/theme.ts'
import { Mark } from '../ui/mark.tsx'
import { Segments } from '../ui/segments.tsx'
import { Toasts } from '../ui/toast.tsx'
import { AmountFields, Buttons, Checkboxes, Fields, Selects, SegmentRows } from './form-pieces.tsx'
import { DialogPieces, EmptyStates, NotePieces, Pagers, Proses, TabRows, ToastButtons } from './frame-pieces.tsx'
import styles from './gallery.module.css'
import {
  Amounts,
  Carousels,
  Countdowns,
  PartyPieces,
  Pockets,
  QrPictures,
  Skeletons,
  TilePanel,
  Trackers,
} from './picture-pieces.tsx'

/** The groups of texts that the pieces are shown with. */
export const galleryTexts: readonly TextGroup[] = [
  'shell',
  'common',
  'errors',
  'register',
  'member',
  'home',
  'profile',
  'games',
  'receipt',
  'deposit',
  'transfer',
]

/** Every shared piece with its states, in a theme and a language to choose: for those who build with them. */
export function Gallery(): ReactNode {
  const { t, language } = useTexts()
  const [theme, setTheme] = useState(readThemeChoice)
  return (
    <>
      <main className={styles.page}>
        <div className={styles.head}>
          <Mark sizePx={40} />
          <h1 lang="en">Shared pieces</h1>
        </div>
        <div className={styles.switches}>
          <Segments<ThemeChoice>
            label={t('theme.label')}
            choices={[
              { value: 'system', label: t('theme.system') },
              { value: 'dark', label: t('theme.dark') },
              { value: 'light', label: t('theme.light') },
            ]}
            value={theme}
            onChoose={(choice) => {
              chooseTheme(choice)
              setTheme(choice)
            }}
          />
          <Segments<Language>
            label={t('aria.languageMenu')}
            choices={languages.map((value) => ({ value, label: languageNames[value] }))}
            value={language}
            onChoose={(choice) => void switchLanguage(choice)}
          />
        </div>
        <div className={styles.columns}>
          <div>
            <Buttons />
            <Fields />
            <AmountFields />
            <Selects />
            <Checkboxes />
            <SegmentRows />
            <TabRows />
          </div>
          <div>
            <Amounts />
            <TilePanel />
            <DialogPieces />
            <ToastButtons />
            <Countdowns />
            <QrPictures />
            <Trackers />
            <Pagers />
            <Skeletons />
          </div>
        </div>
        <div className={styles.wide}>
          <Carousels />
        </div>
        <div className={styles.columns}>
          <EmptyStates />
          <NotePieces />
          <PartyPieces />
          <Pockets />
          <Proses />
        </div>
      </main>
      <Toasts regionLabel={t('aria.notifications')} closeLabel={t('aria.toastClose')} />
    </>
  )
}
