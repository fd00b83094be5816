import { calls } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { type Context, done, type Route, route } from '../../platform/http/index.ts'
import { readBankEvent } from './providers/bank-words.ts'
import type { CashierParts } from './cashier.parts.ts'
import { redeemGift } from './gifts/gift.ts'
import { takeDelivery } from './hints.ts'
import { isSignedByBank } from './hook-signature.ts'
import { announceNotice } from './notices/notices.ts'
import { receivePayment } from './qr/payments.ts'
import { applyPayoutWord } from './payouts/payout-ends.ts'
import { cancelQr, createQr, currentQr } from './qr/qr.ts'
import { listSlips, slipImage, uploadSlip } from './slips/slip.ts'
import { withdrawAll } from './withdrawals/withdraw-all.ts'
import { withdraw, type WithdrawRequest } from './withdrawals/withdraw.ts'

/** The cashier's calls: deposits by QR, slip, gift link and notice, withdrawals, and the bank's callback. */
export function cashierRoutes(parts: CashierParts): Route[] {
  return [
    route(calls.qrCurrent, ({ member, params }) => currentQr(parts, member.memberId, params.bankCode)),
    route(
      calls.qrCreate,
      ({ member, operationId, operationKey, params, body, rules }) =>
        createQr(parts, {
          memberId: member.memberId,
          operationId,
          key: operationKey,
          bankCode: params.bankCode,
          amount: body.amount,
          rules,
        }),
      { rulesLate: true, takesKey: true, limit: { perMember: { max: 30, windowS: 60 } } },
    ),
    route(calls.qrCancel, ({ member, params }) => done(cancelQr(parts, member.memberId, params.qrcodeId))),
    route(
      calls.walletTruelink,
      ({ member, operationId, body, rules }) =>
        redeemGift(parts, { memberId: member.memberId, operationId, link: body.link, rules }),
      { rulesLate: true, limit: { perMember: { max: 10, windowS: 60 } } },
    ),
    route(
      calls.walletAdd,
      ({ member, operationId, body, rules }) =>
        announceNotice(parts, { memberId: member.memberId, operationId, amount: body.amount, rules }),
      { rulesLate: true, limit: { perMember: { max: 10, windowS: 60 } } },
    ),
    route(calls.walletWithdraw, (context) => withdraw(parts, requestOf(context)), { rulesLate: true, takesKey: true }),
    route(calls.walletWithdrawAll, (context) => withdrawAll(parts, requestOf(context)), {
      rulesLate: true,
      takesKey: true,
    }),
    route(
      calls.walletSlip,
      ({ member, operationId, upload }) =>
        uploadSlip(parts, { memberId: member.memberId, operationId, bytes: upload.bytes, hash: upload.hash }),
      { limit: { perMember: { max: 20, windowS: 60 } } },
    ),
    route(calls.slipList, ({ member, body }) => listSlips(parts, member.memberId, body)),
    route(calls.slipImage, ({ member, params }) => slipImage(parts, member.memberId, params.reference)),
    route(calls.hookBank, ({ body }) => done(receiveEvent(parts, body)), {
      verify: ({ headers, rawBody }) => {
        const { hookSecret } = parts
        const sent = { header: headers['x-signature'], body: rawBody, now: parts.clock.now() }
        if (hookSecret === null || !isSignedByBank({ ...sent, secret: hookSecret })) refuse('UNAUTHORIZED')
      },
    }),
    route(calls.hookParty, ({ params, headers, rawBody: body = Buffer.alloc(0) }) =>
      takeDelivery(parts, params.party, { headers, body }),
    ),
  ]
}

function requestOf(
  context: Pick<Context<typeof calls.walletWithdraw>, 'member' | 'operationId' | 'operationKey' | 'body' | 'rules'>,
): WithdrawRequest {
  const { member, operationId, operationKey: key, body, rules } = context
  return { memberId: member.memberId, member, operationId, amount: body.amount, rules, key }
}

/** Takes the bank's word. It answers only when the word has been booked, so that the bank says it again otherwise. */
async function receiveEvent(parts: CashierParts, body: unknown): Promise<void> {
  const event = readBankEvent(body)
  if (event === null) refuse('NO_DATA', { status: 422 })
  if (event.type === 'payment') await receivePayment(parts, event.payment)
  else await applyPayoutWord(parts, event.word)
}
