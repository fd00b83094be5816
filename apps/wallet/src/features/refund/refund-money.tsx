import { REFUND_ADD_REFUSALS, REFUND_RECEIVE_REFUSALS } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { alert, clock } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toastText } from '../../lib/open-end-lines.ts'
import { paths } from '../../lib/paths.ts'
import { goTo } from '../../lib/router.tsx'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useMoneyCall } from '../../lib/use-money-call.ts'
import { applyAmounts } from '../../lib/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { gift } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import { Pocket } from '../../ui/pocket.tsx'
import { Prose } from '../../ui/prose.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { RefundCheck } from './refund.api.ts'
import { addRefund, receiveRefund } from './refund.api.ts'
import styles from './refund-sheet.module.css'

/** What is due, then what was received and waits for its way into the wallet (section 4, Refund). */
export function RefundMoney({ refund, onClose }: { refund: RefundCheck; onClose: () => void }): ReactNode {
  return (
    <>
      {refund.bonus ? <BonusHeld onClose={onClose} /> : <Due refund={refund} />}
      {refund.info === '' ? null : (
        <div className={styles.info}>
          <Prose html={refund.info} />
        </div>
      )}
      <Received refund={refund} onClose={onClose} />
    </>
  )
}

/** While a bonus is held nothing can be received (REF-006). */
function BonusHeld({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const toBonus = (): void => {
    onClose()
    goTo(paths.bonus)
  }
  return (
    <Note tone="out" drawing={alert} role="alert">
      <p>{t('refund.bonusHeld')}</p>
      <button type="button" onClick={toBonus}>
        {t('refund.toBonus')}
      </button>
    </Note>
  )
}

function Due({ refund }: { refund: RefundCheck }): ReactNode {
  const { t, find } = useTexts()
  const { isRunning, run } = useMoneyCall('refund-receive', REFUND_RECEIVE_REFUSALS, receiveRefund)
  const receive = async (): Promise<void> => {
    const end = await run()
    if (end === undefined) return
    if (!end.isDone) showToast('failed', toastText(end.message), 'refund-receive')
    // The server's message, in the reader's language (ERR-102).
    else showToast('done', find(`error.${end.answer.message}`) ?? end.answer.message, 'refund-receive')
  }
  return (
    <div className={styles.due}>
      <Note tone={refund.result ? 'gold' : 'plain'} drawing={refund.result ? gift : clock}>
        {t(refund.result ? 'refund.available' : 'refund.none')}
      </Note>
      <Button
        kind={refund.result ? 'gold' : 'tonal'}
        disabled={!refund.result}
        busyLabel={isRunning ? t('refund.receiving') : undefined}
        onClick={() => void receive()}
      >
        {t('refund.receive')}
      </Button>
    </div>
  )
}

function Received({ refund, onClose }: { refund: RefundCheck; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { isRunning, run } = useMoneyCall('refund-add', REFUND_ADD_REFUSALS, addRefund)
  const amountMinor = fromWireAmount(refund.refundAmount)
  const add = async (): Promise<void> => {
    const end = await run()
    setIsAsking(false)
    if (end === undefined) return
    if (!end.isDone) {
      showToast('failed', toastText(end.message), 'refund-add')
      return
    }
    applyAmounts(client, end.answer)
    onClose()
    showToast('done', t('refund.addSuccess'), 'refund-add')
  }
  const hasMoney = amountMinor > 0
  return (
    <>
      <Pocket
        label={t('refund.amount')}
        amountMinor={amountMinor}
        bahtLabel={t('currency.baht')}
        hint={hasMoney ? t('refund.amountHint') : undefined}
        actionLabel={hasMoney ? t('refund.addWallet') : undefined}
        isDisabled={refund.bonus}
        isGold={!refund.result && !refund.bonus}
        onAction={() => setIsAsking(true)}
      />
      {isAsking ? (
        <ConfirmDialog
          isMoney
          title={t('refund.confirmTitle')}
          text={confirmText(refund, amountMinor, t)}
          confirmLabel={t('refund.addWallet')}
          cancelLabel={t('common.cancel')}
          busyLabel={isRunning ? t('refund.adding') : undefined}
          onConfirm={() => void add()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  )
}

/** The percentages are said only where there are some to reach (ERR-105). */
function confirmText({ refundSuccess, refundFail }: RefundCheck, amountMinor: number, t: Texts['t']): string {
  const amountText = t('refund.confirmText', { amount: formatAmount(amountMinor) })
  if (refundSuccess <= 0) return amountText
  return `${amountText}\n${t('refund.confirmPercent', { success: refundSuccess, fail: refundFail })}`
}
