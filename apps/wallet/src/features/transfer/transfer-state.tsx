import { clock } from '@krapao/web'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { referenceText } from '../../lib/money-call.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { SheetContent } from '../../ui/sheet.tsx'
import { OrderShown } from './order-parties.tsx'
import type { TransferAttempt } from './transfer-attempt.ts'
import { askTransfer, referenceOfTransfer } from './transfer-attempt.ts'
import styles from './transfer-sheet.module.css'

/** A transfer that has no end yet, as what it is: waiting for the game, or without an answer so that it must be asked. */
export function transferState(
  { t }: Texts,
  { attempt, onClose }: { attempt: TransferAttempt; onClose: () => void },
): SheetContent {
  const { phase } = attempt
  const isWaiting = phase === 'waiting'
  return {
    title: t(isWaiting ? 'transfer.pendingTitle' : 'result.unknownTitle'),
    footer: isWaiting ? (
      <Button kind="tonal" onClick={onClose}>
        {t('common.close')}
      </Button>
    ) : (
      <Button kind="gold" busyLabel={phase === 'asking' ? t('transfer.asking') : undefined} onClick={askTransfer}>
        {t('transfer.ask')}
      </Button>
    ),
    children: (
      <OrderShown order={attempt.order}>
        <Unended attempt={attempt} isWaiting={isWaiting} />
      </OrderShown>
    ),
  }
}

function Unended({ attempt, isWaiting }: { attempt: TransferAttempt; isWaiting: boolean }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { reason } = attempt
  const reference = referenceOfTransfer()
  return (
    <>
      <Note tone="wait" drawing={clock} role="status">
        {isWaiting ? <h3>{t('statement.status.IN_PROGRESS')}</h3> : null}
        <p>{t(isWaiting ? 'transfer.pending' : 'transfer.unknown')}</p>
        {reason === undefined ? null : <p>{errorText(texts, reason)}</p>}
      </Note>
      {isWaiting ? (
        <>
          <div className={styles.progress} aria-hidden="true" />
          <p className={styles.hint}>{t('transfer.pendingHint')}</p>
        </>
      ) : null}
      {reference === undefined ? null : <p className={styles.hint}>{referenceText(texts, reference)}</p>}
    </>
  )
}
