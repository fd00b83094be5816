import type { calls, StatementRow } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { callApi } from '../../lib/api/call-api.ts'
import type { Message } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { readTexts } from '../../lib/texts/texts.ts'

/** That money came is told within this time, if need be without what came with it. */
const PATIENCE_MS = 1_500

/** A deposit in the history, and what it was topped up with. */
interface Credit {
  readonly row: StatementRow
  readonly bonusMinor: number
}

async function readCredit(amountMinor: number): Promise<Credit | undefined> {
  const body = { page: 1, limit: 10 }
  const { statements } = await callApi<typeof calls.statementList>('POST', '/api/statement', { body })
  const row = statements.find(
    ({ statementType, status, amount }) =>
      statementType === 'deposit' && status === 'SUCCESS' && fromWireAmount(amount) === amountMinor,
  )
  if (row === undefined) return undefined
  const { bonus } = await callApi<typeof calls.statementReceipt>('GET', `/api/statement/receipt/${row._id}`)
  return { row, bonusMinor: bonus === null ? 0 : fromWireAmount(bonus) }
}

/** What is said of money that came in: all that is new in the wallet, in its parts, and the way to its receipt. */
export async function creditOf(amountMinor: number): Promise<Message> {
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE_MS, undefined))
  const credit = await Promise.race([readCredit(amountMinor).catch(() => undefined), late])
  const { t } = readTexts()
  const { row, bonusMinor = 0 } = credit ?? {}
  const amount = formatAmount(amountMinor)
  return {
    kind: 'done',
    title: t('dialog.successTitle'),
    text:
      bonusMinor > 0
        ? `${t('qr.paidDeposit', { amount })}\n${t('qr.paidBonus', { amount: formatAmount(bonusMinor) })}`
        : t('qr.paid', { amount }),
    amountMinor: amountMinor + bonusMinor,
    isGain: true,
    ...(row === undefined
      ? {}
      : { more: { label: t('common.viewReceipt'), onPress: () => openModal('receipt', { row }) } }),
  }
}
