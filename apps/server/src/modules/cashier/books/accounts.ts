import type { Movement } from '@krapao/ledger'
import type { Currency } from '@krapao/money'
import { houseAdjustment, houseBonus, houseSuspense } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import { walletAccount } from '../../members/index.ts'
import type { CashierParts } from '../cashier.parts.ts'

/** A house account and its currency. Money of Laos stands apart, for one bank can hold both (rulings 2.2, 2.5). */
export interface HouseAccount {
  account: string
  currency: Currency
}

/** The operator's account at a bank. */
export const bankAccount = (bankCode: string, currency: Currency): HouseAccount =>
  of(`house/bank:${bankCode}`, currency)

/** Names of ledger accounts that the cashier moves money between. */
export const accounts = {
  wallet: walletAccount,
  bank: bankAccount,
  suspense: (currency: Currency): HouseAccount => of(houseSuspense, currency),
  bonus: of(houseBonus, 'BAHT'),
  adjustment: of(houseAdjustment, 'BAHT'),
  exchange: (currency: Currency): HouseAccount => ({ account: `house/exchange:${currency}`, currency }),
}

function of(name: string, currency: Currency): HouseAccount {
  return { account: currency === 'LAK' ? `${name}:LAK` : name, currency }
}

/**
 * The operator's account where money came in that names none of them: his first one in that currency which this party
 * collects for, without a party one that none does.
 */
export async function receivingAccount(
  { operator }: Pick<CashierParts, 'operator'>,
  currency: Currency,
  collector?: string,
): Promise<HouseAccount> {
  const { banks } = await operator.depositAccounts()
  const inCurrency = banks.filter((bank) => bank.currency === currency)
  const found = inCurrency.find(({ qr }) => qr?.collector === collector) ?? inCurrency[0]
  return accounts.bank(found?.bankCode ?? 'UNKNOWN', currency)
}

/** The id of the second leg of a movement that changes currency. */
function otherLegOf(id: string): string {
  return deriveId('exchange-leg', id)
}

/** Money that comes from or goes to a member's wallet, whatever currency it has outside. */
export interface Crossing {
  id: string
  kind: 'post' | 'hold'
  /** Satang in the wallet. */
  amountMinor: number
  /** What it is outside, in minor units of `house`'s currency; equal to `amountMinor` in baht. */
  outsideMinor: number
  house: HouseAccount
  wallet: string
  code: string
  reference: string
  occurredAt: Date
}

/** Into a wallet: one transfer in baht, or the kip into the exchange and the baht out of it. */
export function inward(crossing: Crossing): Movement[] {
  return legs(crossing, ({ account }) => [account, crossing.wallet])
}

/** Out of a wallet: one transfer in baht, or the baht into the exchange and the kip out of it. */
export function outward(crossing: Crossing): Movement[] {
  return legs(crossing, ({ account }) => [crossing.wallet, account])
}

function legs(crossing: Crossing, direction: (house: HouseAccount) => [string, string]): Movement[] {
  const { id, kind, amountMinor, outsideMinor, house, wallet, code, reference, occurredAt } = crossing
  const common = { kind, code, reference, occurredAt }
  const inBaht = house.currency === 'BAHT' ? house : accounts.exchange('BAHT')
  const [from, to] = direction(inBaht)
  const walletLeg: Movement = { ...common, id, from, to, amountMinor }
  if (house.currency === 'BAHT') return [walletLeg]
  const kip = accounts.exchange(house.currency).account
  const [kipFrom, kipTo] = from === wallet ? [kip, house.account] : [house.account, kip]
  return [walletLeg, { ...common, id: otherLegOf(id), from: kipFrom, to: kipTo, amountMinor: outsideMinor }]
}

/**
 * Opens house accounts before they are first used, with kip both sides of the exchange too; members' accounts are opened
 * by registration.
 */
export async function openAccounts(
  { database, ledger, memory }: CashierParts,
  wanted: readonly HouseAccount[],
): Promise<void> {
  const isExchanged = wanted.some(({ currency }) => currency === 'LAK')
  const needed = isExchanged ? [...wanted, accounts.exchange('LAK'), accounts.exchange('BAHT')] : wanted
  const missing = needed.filter(({ account }) => !memory.openAccounts.has(account))
  if (missing.length === 0) return
  await ledger.open(
    database,
    missing.map(({ account, currency }) => ({ account, currency, floorMinor: null })),
  )
  for (const { account } of missing) memory.openAccounts.add(account)
}
