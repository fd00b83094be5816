import { INVITE_REFUSALS } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toastText } from '../../lib/open-end-lines.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useMoneyCall } from '../../lib/use-money-call.ts'
import { applyAmounts, useHome } from '../../lib/wallet.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { InviteBonus } from './invite.api.ts'
import { receiveInviteBonus } from './invite.api.ts'

/** Asks before the invite bonus is received, and says its conditions (HOM-008, ERR-119); home knows its amount. */
export function ReceiveDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: home } = useHome()
  const { isRunning, run } = useMoneyCall('invite-receive', INVITE_REFUSALS, receiveInviteBonus)
  if (home === undefined) return null
  const receive = async (): Promise<void> => {
    const end = await run()
    if (end === undefined) return
    onClose()
    if (!end.isDone) {
      showToast('failed', toastText(end.message), 'invite-receive')
      return
    }
    applyAmounts(client, end.answer)
    showToast(
      'done',
      t('invite.success', { amount: formatAmount(fromWireAmount(end.answer.amount)) }),
      'invite-receive',
    )
  }
  return (
    <ConfirmDialog
      isMoney
      title={t('invite.confirmTitle')}
      text={conditionsText(home.invite, t)}
      confirmLabel={t('invite.receive')}
      cancelLabel={t('common.cancel')}
      busyLabel={isRunning ? t('invite.receiving') : undefined}
      onConfirm={() => void receive()}
      onClose={onClose}
    />
  )
}

/** Both percentages are always said (decisions 2.85); where they are 0 the money is the member's at once. */
function conditionsText({ amount, success, fail }: InviteBonus, t: Texts['t']): string {
  const amountText = t('invite.confirmAmount', { amount: formatAmount(fromWireAmount(amount)) })
  const isFree = success === 0 && fail === 0
  return `${amountText}\n${t(isFree ? 'invite.confirmFree' : 'invite.confirmText', { success, fail })}`
}
