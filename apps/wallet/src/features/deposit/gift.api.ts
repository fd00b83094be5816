import type { AnswerOf, calls } from '@krapao/contract'
import { encryptGiftLink, GIFT_REFUSALS, LINK_SECRET_DEFAULT } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { callApi } from '../../lib/api/call-api.ts'
import type { MoneyCallEnd, MoneyWish } from '../../lib/money-call.ts'
import { createMoneyWish } from '../../lib/money-call.ts'

/** A link as it is sent: hidden, and under one key however often (DEP-026, rulings 5.3). */
export interface SealedGift {
  readonly link: string
  readonly sealed: string
  readonly wish: MoneyWish
}

/** What the issuer said: money that came, or nothing yet. */
export type GiftAnswer =
  | { readonly isDone: true; readonly amountMinor: number; readonly walletAmount: number | undefined }
  | { readonly isDone: false }

/** Hides a link for one wish. */
export async function sealGift(link: string): Promise<SealedGift> {
  const secret = import.meta.env.KRAPAO_LINK_SECRET
  return {
    link,
    wish: createMoneyWish(),
    sealed: await encryptGiftLink(link, secret === undefined || secret === '' ? LINK_SECRET_DEFAULT : secret),
  }
}

/**
 * Sends a link, or asks again what became of it: the same key never redeems twice. Undefined while it is on its way.
 */
export function sendGift({ sealed, wish }: SealedGift): Promise<MoneyCallEnd<GiftAnswer> | undefined> {
  return wish.send(
    '',
    GIFT_REFUSALS,
    (key) => redeem(sealed, key),
    ({ isDone }) => isDone,
  )
}

async function redeem(sealed: string, key: string): Promise<GiftAnswer> {
  const answer: AnswerOf<typeof calls.walletTruelink> = await callApi<typeof calls.walletTruelink>(
    'POST',
    '/api/wallet/truelink',
    { body: { link: sealed }, idempotencyKey: key },
  )
  if (answer.amount === undefined || answer.status === 'IN_PROGRESS') return { isDone: false }
  return { isDone: true, amountMinor: fromWireAmount(answer.amount), walletAmount: answer.wallet?.amount }
}
