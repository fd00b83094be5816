import type { Answer } from '../faults/door.ts'
import { type Gift, stateOf, type Ticket } from './gift.ts'

/** What the issuer says no with; it comes as HTTP 400 in the same envelope as a yes. */
export type DomainCode =
  | 'VOUCHER_NOT_FOUND'
  | 'VOUCHER_EXPIRED'
  | 'VOUCHER_OUT_OF_STOCK'
  | 'TARGET_USER_REDEEMED'
  | 'TARGET_USER_NOT_FOUND'
  | 'CANNOT_GET_OWN_VOUCHER'
  | 'BAD_PARAM'

const words: Readonly<Record<DomainCode, string>> = {
  VOUCHER_NOT_FOUND: 'Voucher not found',
  VOUCHER_EXPIRED: 'Voucher is expired',
  VOUCHER_OUT_OF_STOCK: 'Voucher is out of stock',
  TARGET_USER_REDEEMED: 'Target user has redeemed this voucher',
  TARGET_USER_NOT_FOUND: 'Target user not found',
  CANNOT_GET_OWN_VOUCHER: 'Cannot get own voucher',
  BAD_PARAM: 'Bad parameter',
}

const giverName = 'สมชาย ***'
const redeemerName = 'กระเป๋า ***'

/** A yes: the gift and, once it is taken, the share of the number that asked. Amounts are texts such as "12.50". */
export function envelope(gift: Gift, mobile: string, nowMs: number): Answer {
  return { status: 200, body: { status: { message: 'success', code: 'SUCCESS' }, data: dataOf(gift, mobile, nowMs) } }
}

/** A no, with the gift where there is one. */
export function domainError(code: DomainCode, gift: Gift | null, mobile: string, nowMs: number): Answer {
  const data = gift === null ? null : dataOf(gift, mobile, nowMs)
  return { status: 400, body: { status: { message: words[code], code }, data } }
}

/** Neither yes nor no: it was taken on, and nobody has documented this. */
export function processing(): Answer {
  return { status: 202, body: { status: { message: 'Processing', code: 'PROCESSING' }, data: null } }
}

function dataOf(gift: Gift, mobile: string, nowMs: number): unknown {
  const { code, amountMinor, people, kind, expiresAt, tickets } = gift
  const takenMinor = tickets.reduce((sum, ticket) => sum + ticket.amountMinor, 0)
  const mine = tickets.find((ticket) => ticket.mobile === mobile)
  return {
    voucher: {
      voucher_id: code.slice(0, 12),
      amount_baht: baht(amountMinor),
      redeemed_amount_baht: baht(takenMinor),
      member: people,
      status: stateOf(gift, nowMs),
      link: code,
      detail: '',
      expire_date: expiresAt,
      type: kind,
      redeemed: tickets.length,
      available: people - tickets.length,
    },
    owner_profile: { full_name: giverName },
    redeemer_profile: mine === undefined ? null : { mobile_number: mine.mobile },
    my_ticket: mine === undefined ? null : ticketOf(mine),
    tickets: tickets.map(ticketOf),
  }
}

/** Other people's numbers are masked by the issuer; whoever asks knows his own. */
function ticketOf({ mobile, amountMinor, takenAt }: Ticket): unknown {
  return {
    mobile: `${mobile.slice(0, 3)}-xxx-${mobile.slice(-4)}`,
    update_date: takenAt,
    amount_baht: baht(amountMinor),
    full_name: redeemerName,
  }
}

function baht(amountMinor: number): string {
  return (amountMinor / 100).toFixed(2)
}
