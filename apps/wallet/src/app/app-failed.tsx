import type { ReactNode } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Phrases } from '../ui/phrases.tsx'
import styles from './whole-screen.module.css'

/** In place of the whole app. A part that did not come is kept as failed by the browser: only the whole page helps. */
export function AppFailed({ isLost }: { isLost: boolean }): ReactNode {
  const { t } = useTexts()
  return (
    <main className={styles.screen}>
      <Mark sizePx={72} />
      <h1>
        <Phrases text={t(isLost ? 'error.network' : 'error.unknown')} />
      </h1>
      <Button kind="tonal" onClick={() => location.reload()}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
