import { calls } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import { refuse } from '../../platform/errors.ts'
import { type Context, type Route, route } from '../../platform/http/index.ts'
import { readBankEvent } from './bank-words.ts'
import type { Gifts } from './gift.ts'
import { isSignedByBank } from './hook-signature.ts'
import type { Notices } from './notices.ts'
import type { Payments } from './payments.ts'
import type { Payouts } from './payouts.ts'
import type { Qrs } from './qr.ts'
import type { WithdrawalView, Withdrawals, WithdrawRequest } from './withdraw.ts'

export interface CashierRouteDeps {
  clock: Clock
  qrs: Qrs
  payments: Payments
  payouts: Payouts
  withdrawals: Withdrawals
  gifts: Gifts
  notices: Notices
  withdrawAll(request: WithdrawRequest): Promise<WithdrawalView>
  /** What the bank signs with; null where no bank is connected. */
  hookSecret: string | null
}

/** The cashier's calls: deposits by QR, gift link and notice, withdrawals, and the bank's callback. */
export function cashierRoutes(deps: CashierRouteDeps): Route[] {
  const { qrs, withdrawals } = deps
  return [
    route(calls.qrCurrent, ({ member, params }) => qrs.current(member.memberId, params.bankCode)),
    route(
      calls.qrCreate,
      ({ member, operationId, params, body, rules }) =>
        qrs.create({
          memberId: member.memberId,
          operationId,
          bankCode: params.bankCode,
          amount: body.amount,
          rules,
        }),
      { rulesLate: true, limit: { perMember: { max: 30, windowS: 60 } } },
    ),
    route(calls.qrCancel, async ({ member, params }) => {
      await qrs.cancel(member.memberId, params.qrcodeId)
      return { code: 'OK' as const }
    }),
    route(
      calls.walletTruelink,
      ({ member, operationId, body, rules }) =>
        deps.gifts.redeem({ memberId: member.memberId, operationId, link: body.link, rules }),
      { rulesLate: true, limit: { perMember: { max: 10, windowS: 60 } } },
    ),
    route(
      calls.walletAdd,
      ({ member, operationId, body, rules }) =>
        deps.notices.announce({ memberId: member.memberId, operationId, amount: body.amount, rules }),
      { rulesLate: true, limit: { perMember: { max: 10, windowS: 60 } } },
    ),
    route(calls.walletWithdraw, (context) => withdrawals.withdraw(requestOf(context)), { rulesLate: true }),
    route(calls.walletWithdrawAll, (context) => deps.withdrawAll(requestOf(context)), { rulesLate: true }),
    route(calls.hookBank, (context) => hear(deps, context.body), {
      verify: ({ headers, rawBody }) => {
        const { hookSecret } = deps
        const sent = { header: headers['x-signature'], body: rawBody, now: deps.clock.now() }
        if (hookSecret === null || !isSignedByBank({ ...sent, secret: hookSecret })) refuse('UNAUTHORIZED')
      },
    }),
  ]
}

function requestOf(
  context: Pick<Context<typeof calls.walletWithdraw>, 'member' | 'operationId' | 'body' | 'rules'>,
): WithdrawRequest {
  const { member, operationId, body, rules } = context
  return { memberId: member.memberId, operationId, amount: body.amount, rules }
}

/** Takes the bank's word. It answers only when the word has been booked, so that the bank says it again otherwise. */
async function hear(deps: CashierRouteDeps, body: unknown): Promise<{ code: 'OK' }> {
  const event = readBankEvent(body)
  if (event === null) refuse('NO_DATA', { status: 422 })
  if (event.type === 'payment') await deps.payments.receive(event.payment)
  else await deps.payouts.hear(event.word)
  return { code: 'OK' }
}
