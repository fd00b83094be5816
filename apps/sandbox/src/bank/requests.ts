import type { Currency } from '@krapao/money'
import {
  type Input,
  readAmount,
  readObject,
  readOptionalText,
  readOptionalTime,
  readShaped,
  readText,
} from '../http/input.ts'
import { badRequest } from '../http/refusal.ts'
import type { Banks } from './banks.ts'
import type { Registration } from './payments.ts'
import type { PayoutOrder } from './payouts.ts'
import { type Account, maskName, type NewTransfer, type ToldName } from './transfers.ts'

const accountShape = /^[\d -]{5,25}$/

/** The body of a QR registration. */
export function readRegistration(input: Input): Registration {
  return {
    reference: readShaped(input, 'reference', /^[A-Za-z0-9]{1,25}$/),
    amountMinor: readAmount(input, 'amount'),
    currency: readCurrency(input),
    accountNo: readOptionalText(input, 'accountNo', 25),
    expiresAt: readOptionalTime(input, 'expiresAt'),
  }
}

/** The body of a payout. */
export function readPayoutOrder(input: Input): PayoutOrder {
  const to = readObject(input, 'to')
  return {
    reference: readShaped(input, 'reference', /^[\w-]{1,64}$/),
    amountMinor: readAmount(input, 'amount'),
    currency: readCurrency(input),
    to: {
      bankCode: readShaped(to, 'bankCode', /^[A-Za-z0-9]{1,12}$/),
      accountNo: readText(to, 'accountNo', 25),
      name: readText(to, 'name', 200),
    },
  }
}

/** Who pays: `from: {bankCode, accountNo, name}`. */
export function readPayer(banks: Banks, input: Input): Account {
  const from = readObject(input, 'from')
  return {
    bankCode: banks.read(readText(from, 'bankCode', 12)).code,
    accountNo: readShaped(from, 'accountNo', accountShape),
    name: readText(from, 'name', 200),
  }
}

/** The body of a transfer between two accounts. The name of the receiver is what its bank has, or what is given. */
export function readNewTransfer(banks: Banks, input: Input, nowMs: number): NewTransfer {
  const to = readObject(input, 'to')
  const from = readPayer(banks, input)
  const receiver = banks.read(readText(to, 'bankCode', 12))
  return {
    reference: '',
    amountMinor: readAmount(input, 'amount'),
    currency: input['currency'] === undefined ? receiver.currency : readCurrency(input),
    occurredAt: readOptionalTime(input, 'at') ?? nowMs,
    from,
    told: readTold(readObject(input, 'from'), from.name),
    to: {
      bankCode: receiver.code,
      accountNo: readShaped(to, 'accountNo', accountShape),
      name: readOptionalText(to, 'name') ?? banks.operatorName,
    },
  }
}

/**
 * What the bank tells of the payer's name when it is asked: `told` is `whole`, `masked` or `none`, `nameEN` the name in
 * Latin letters, which it tells in a field of its own.
 */
function readTold(from: Input, name: string): ToldName | null {
  const told = readOptionalText(from, 'told') ?? 'whole'
  const nameEN = readOptionalText(from, 'nameEN')
  if (told !== 'whole' && told !== 'masked' && told !== 'none') throw badRequest('told must be whole, masked or none')
  if (told === 'whole') return nameEN === null ? null : { name, nameEN }
  return told === 'none' ? { name: '', nameEN: null } : { name: maskName(name), nameEN: nameEN && maskName(nameEN) }
}

function readCurrency(input: Input): Currency {
  const value = input['currency']
  if (value !== 'BAHT' && value !== 'LAK') throw badRequest('currency must be BAHT or LAK')
  return value
}
