import { PROMOTION_REFUSALS } from '@krapao/contract'
import type { Promotion } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useMoneyCall } from '../../lib/use-money-call.ts'
import { Button } from '../../ui/button.tsx'
import { gift } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import { activatePromotion, usePromotion } from './promotion.api.ts'
import styles from './promotion-sheet.module.css'

/** What is found under a promotion code, and the way to receive it (PRO-002 to PRO-010). */
export function PromotionSheet({ code, onClose }: ModalProps<'promotion'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch, isFetching } = usePromotion(code)
  const { isRunning, run } = useMoneyCall(`promotion-activate ${code}`, PROMOTION_REFUSALS, (key) =>
    activatePromotion(code, key),
  )
  const receive = async (): Promise<void> => {
    const end = await run()
    if (end === undefined) return
    if (!end.isDone) {
      openModal('message', end.message)
      return
    }
    onClose()
    showToast('done', t('promotion.received'))
  }
  const isSearching = data === undefined && (error === null || isFetching)
  const footer =
    data === undefined || data === null ? undefined : (
      <Button kind="gold" busyLabel={isRunning ? t('promotion.receiving') : undefined} onClick={() => void receive()}>
        {t('promotion.receive')}
      </Button>
    )
  return (
    <Sheet title={t('promotion.title')} closeLabel={t('aria.closeDialog')} onClose={onClose} footer={footer}>
      <div className={styles.place} aria-live="polite">
        {isSearching ? <Searching code={code} /> : null}
        {!isSearching && data === undefined ? (
          <EmptyState
            text={t('promotion.findError')}
            detail={errorText(texts, error)}
            actionLabel={t('common.retry')}
            onAction={() => void refetch()}
          />
        ) : null}
        {data === null ? (
          <EmptyState
            text={t('promotion.notFound')}
            detail={t('promotion.notFoundHint', { code })}
            actionLabel={t('common.close')}
            onAction={onClose}
          />
        ) : null}
        {data === undefined || data === null ? null : <Found promotion={data} />}
      </div>
    </Sheet>
  )
}

function Searching({ code }: { code: string }): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.searching}>
      <span className={styles.spinner} />
      <p>{t('promotion.searching')}</p>
      <p className={styles.code}>{code}</p>
    </div>
  )
}

function Found({ promotion }: { promotion: Promotion }): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.ticket}>
        <span className={styles.sign}>
          <Icon drawing={gift} />
        </span>
        <p className={styles.code}>{promotion.code}</p>
      </div>
      <div className={styles.description}>
        <Prose html={promotion.description} />
      </div>
      <Note>{t('promotion.percentFail', { percentFail: promotion.percentFail })}</Note>
    </>
  )
}
