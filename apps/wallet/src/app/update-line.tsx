import type { ReactNode } from 'react'
import { useState } from 'react'
import { readUpdate } from '../lib/app-update.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { Button } from '../ui/button.tsx'
import styles from './update-line.module.css'

/**
 * Offers a newer build of the app, if one was ready when the page was entered: a line that comes later would push away
 * what the reader is about to press. Only his press takes it.
 */
export function UpdateLine(): ReactNode {
  const { t } = useTexts()
  const [take] = useState(() => readUpdate())
  if (take === undefined) return null
  return (
    <div className={styles.line}>
      <p>{t('pwa.update.text')}</p>
      <Button kind="tonal" onClick={take}>
        {t('pwa.update.action')}
      </Button>
    </div>
  )
}
