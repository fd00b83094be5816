import type { ThemeChoice } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { themes } from '../../lib/theme.ts'
import panels from '../../ui/panel.module.css'
import { Segments } from '../../ui/segments.tsx'
import styles from './profile-page.module.css'

/** Dark, light, or as the device has it. */
export function Appearance(): ReactNode {
  const { t } = useTexts()
  const [choice, setChoice] = useState(themes.readChoice)
  const choose = (chosen: ThemeChoice): void => {
    themes.choose(chosen)
    setChoice(chosen)
  }
  return (
    <>
      <h2 className={panels.heading}>{t('profile.appearance')}</h2>
      <section className={`${panels.panel} ${styles.appearance}`}>
        <Segments
          label={t('theme.label')}
          choices={[
            { value: 'system', label: t('theme.system') },
            { value: 'dark', label: t('theme.dark') },
            { value: 'light', label: t('theme.light') },
          ]}
          value={choice}
          onChoose={choose}
        />
      </section>
    </>
  )
}
