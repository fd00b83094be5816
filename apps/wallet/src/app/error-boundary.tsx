import type { ReactNode } from 'react'
import { Component } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './whole-screen.module.css'

/** Shows a way on when a part of the page cannot be fetched or drawn. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

/** A part that failed to come is kept as failed by the browser, so the whole page is fetched again. */
function Failed(): ReactNode {
  const { t } = useTexts()
  return (
    <main className={styles.screen}>
      <Mark sizePx={72} />
      <h1>{t('error.unknown')}</h1>
      <p>{t('error.network')}</p>
      <Button kind="tonal" onClick={() => location.reload()}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
