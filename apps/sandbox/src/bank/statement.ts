import { formatAmount } from '@krapao/money'
import { shownTime } from '../bangkok-time.ts'
import { csvLine } from '../csv.ts'
import type { Transfer } from './transfers.ts'

/** What the operator's account had before the first of all transfers. */
const OPENING_MINOR = 1_000_000_00

/**
 * The statement of the operator's account at a bank of a day, as banks have it for download. What came back to it is not in
 * it, as if the bank had never sent it.
 */
export function statementOf(
  transfers: readonly { transfer: Transfer; isOut: boolean }[],
  { bank, day }: { bank: string; day: string },
): string {
  let balance = OPENING_MINOR
  const lines = transfers.flatMap(({ transfer, isOut }) => {
    const [on, time] = shownTime(transfer.occurredAt)
    const other = isOut ? transfer.to : transfer.from
    balance += isOut ? -transfer.amountMinor : transfer.amountMinor
    const [year = '', month = '', date = ''] = on.split('-')
    const amount = formatAmount(transfer.amountMinor)
    if (on !== day) return []
    return csvLine([
      ...[`${date}/${month}/${Number(year) + 543}`, time, isOut ? 'โอนออก' : 'โอนเข้า', transfer.transRef],
      ...[
        `${other.bankCode} x${other.accountNo.replaceAll(/\D/g, '').slice(-4)}`,
        isOut ? '' : amount,
        isOut ? amount : '',
      ],
      `${balance < 0 ? '-' : ''}${formatAmount(Math.abs(balance))}`,
    ])
  })
  const heads = ['วันที่', 'เวลา', 'รายการ', 'อ้างอิง', 'บัญชีคู่โอน', 'เงินเข้า', 'เงินออก', 'คงเหลือ']
  return `\uFEFF${csvLine(['รายการเดินบัญชี', bank])}${csvLine(heads)}${lines.join('')}`
}
