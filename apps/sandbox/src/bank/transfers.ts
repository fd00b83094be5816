import { type Currency, toWireAmount } from '@krapao/money'
import { generate, validate } from 'promptparse'
import type { Clock } from '../clock.ts'
import { randomCode } from '../random.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'
import type { Banks } from './banks.ts'

/** Somebody's bank account. */
export interface Account {
  readonly bankCode: string
  readonly accountNo: string
  readonly name: string
}

/** Money that went from one account to another: a transfer, a payment of a QR, a payout. */
export interface Transfer {
  readonly transRef: string
  /** The sending bank's three digits. */
  readonly sendingBank: string
  readonly receivingBank: string
  /** The reference of a QR or of a payout; empty for a transfer between accounts. */
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  /** Milliseconds since 1970. */
  readonly occurredAt: number
  readonly from: Account
  readonly to: Account
  /** What the bank tells of the payer's name in place of it. */
  readonly told: ToldName | null
}

/** A name as a bank tells it: whole, masked or not at all, and in Latin letters where it has a field for them. */
export interface ToldName {
  readonly name: string
  readonly nameEN: string | null
}

/** What a new transfer is made from. */
export type NewTransfer = Omit<Transfer, 'transRef' | 'sendingBank' | 'receivingBank' | 'told'> & {
  readonly told?: ToldName | null
}

/** What the bank tells of a transfer that reached an account of the operator's, or was paid out of one. */
export function toldOf({ transRef, sendingBank, reference, amountMinor, currency, occurredAt, from }: Transfer) {
  const amount = toWireAmount(amountMinor)
  return { transRef, sendingBank, reference, amount, currency, occurredAt: new Date(occurredAt).toISOString(), from }
}

/** Every bank's book of transfers: e-slips are written from it and verified against it. */
export type Transfers = ReturnType<typeof createTransfers>

/** Makes the book over the table `transfer`. */
export function createTransfers(store: Store, clock: Clock, banks: Banks) {
  return {
    record(made: NewTransfer): Transfer {
      const sendingBank = banks.digitsOf(made.from.bankCode)
      const receivingBank = banks.digitsOf(made.to.bankCode)
      const { told = null } = made
      const transfer = { ...made, told, sendingBank, receivingBank, transRef: newTransRef(clock) }
      store.run(
        `INSERT INTO transfer (trans_ref, sending_bank, receiving_bank, reference, amount_minor, currency, occurred_at,
           from_bank, from_account, from_name, to_bank, to_account, to_name)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        transfer.transRef,
        transfer.sendingBank,
        transfer.receivingBank,
        transfer.reference,
        transfer.amountMinor,
        transfer.currency,
        transfer.occurredAt,
        transfer.from.bankCode,
        transfer.from.accountNo,
        transfer.from.name,
        transfer.to.bankCode,
        transfer.to.accountNo,
        transfer.to.name,
      )
      if (told !== null)
        store.run(
          'INSERT INTO transfer_told (trans_ref, name, name_en) VALUES (?, ?, ?)',
          transfer.transRef,
          told.name,
          told.nameEN,
        )
      return transfer
    },
    find(transRef: string): Transfer | null {
      const row = store.get(`${selectTransfers} WHERE t.trans_ref = ?`, transRef)
      return row === undefined ? null : asTransfer(row)
    },
    /** The name under which somebody paid from an account, the latest; null for one that nobody has paid from. */
    holder(bankCode: string, accountNo: string): string | null {
      const digits = accountNo.replace(/\D/g, '')
      const rows = store.all(
        `SELECT from_account, from_name FROM transfer WHERE from_bank = ? AND NOT ${isPayout}
        ORDER BY sequence DESC`,
        bankCode,
      )
      const row = rows.find((found) => textOf(found, 'from_account').replace(/\D/g, '') === digits)
      return row === undefined ? null : textOf(row, 'from_name')
    },
    /** All that reached an account at a bank or was paid out, the oldest first; payouts that failed or came back are left out. */
    ofStatement(bankCode: string): { transfer: Transfer; isOut: boolean }[] {
      const rows = store.all(
        `${selectTransfers} WHERE t.currency = 'BAHT' AND ((t.to_bank = ? AND NOT t.${isPayout})
          OR (t.from_bank = ? AND t.trans_ref IN (SELECT trans_ref FROM payout WHERE state IN ('SENT', 'PAID'))))
        ORDER BY t.occurred_at, t.sequence`,
        bankCode,
        bankCode,
      )
      const payouts = new Set(store.all('SELECT trans_ref FROM payout').map((row) => textOf(row, 'trans_ref')))
      return rows.map(asTransfer).map((transfer) => ({ transfer, isOut: payouts.has(transfer.transRef) }))
    },
    newest: (limit: number): Transfer[] =>
      store.all(`${selectTransfers} ORDER BY sequence DESC LIMIT ?`, limit).map(asTransfer),
    /** The accounts that paid or were paid out to, the latest first: whom somebody may want to pay as. */
    payers: (limit: number): Account[] => store.all(selectPayers, limit).map(asAccount),
    /** The accounts that were paid by somebody, the latest first. */
    receivers: (limit: number): Account[] => store.all(selectReceivers, limit).map(asAccount),
  }
}

const selectTransfers = `SELECT t.*, told.name AS told_name, told.name_en AS told_name_en
  FROM transfer t LEFT JOIN transfer_told told ON told.trans_ref = t.trans_ref`
const isPayout = 'trans_ref IN (SELECT trans_ref FROM payout)'
const selectPayers = `SELECT bank, account, name, max(sequence) AS latest FROM (
    SELECT from_bank AS bank, from_account AS account, from_name AS name, sequence FROM transfer WHERE NOT ${isPayout}
    UNION ALL SELECT to_bank, to_account, to_name, sequence FROM transfer WHERE ${isPayout}
  ) GROUP BY bank, account, name ORDER BY latest DESC LIMIT ?`
const selectReceivers = `SELECT to_bank AS bank, to_account AS account, to_name AS name, max(sequence) AS latest
  FROM transfer WHERE NOT ${isPayout} GROUP BY bank, account, name ORDER BY latest DESC LIMIT ?`

/** The path of a transfer's e-slip in this program. */
export function slipPath(transRef: string): string {
  return `/bank/slips/${transRef}.png`
}

/** The text in the mini-QR of a transfer's e-slip. */
export function slipPayload(transfer: Transfer): string {
  return generate.slipVerify({ sendingBank: transfer.sendingBank, transRef: transfer.transRef })
}

/**
 * A transfer as verification of its slip answers it; account numbers are masked, as banks do. Of a receiver that was
 * reached by another number than its account's the name alone is told.
 */
export function slipAnswer(transfer: Transfer, isAccountTold: boolean): unknown {
  return {
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    receivingBank: isAccountTold ? transfer.receivingBank : '',
    amount: toWireAmount(transfer.amountMinor),
    currency: transfer.currency,
    occurredAt: new Date(transfer.occurredAt).toISOString(),
    reference: transfer.reference === '' ? null : transfer.reference,
    sender: { ...masked(transfer.from), ...toldName(transfer.told) },
    receiver: isAccountTold ? masked(transfer.to) : { bankCode: '', accountNo: '', name: transfer.to.name },
  }
}

/** An account number as slips show it: the four digits before the last, the others as x (1234567890 is xxx-x-x6789-x). */
export function maskAccountNo(accountNo: string): string {
  const digits = accountNo.replace(/\W/g, '')
  const hidden = Array.from(digits, (digit, index) =>
    index >= digits.length - 5 && index < digits.length - 1 ? digit : 'x',
  ).join('')
  return hidden.length === 10 ? hidden.replace(/^(.{3})(.)(.{5})(.)$/, '$1-$2-$3-$4') : hidden
}

/** A name as slips of many banks show it: the first word, and of each other one its first letter. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((word) => `${Array.from(word)[0] ?? ''}***`)].join(' ')
}

function toldName(told: ToldName | null): object {
  if (told === null) return {}
  return told.nameEN === null ? { name: told.name } : { name: told.name, nameEN: told.nameEN }
}

function masked(account: Account): Account {
  return { ...account, accountNo: maskAccountNo(account.accountNo) }
}

/** 20 characters: the day and 60 random bits. A slip's mini-QR has room for 25. */
function newTransRef(clock: Clock): string {
  return `${clock.now().toISOString().slice(0, 10).replaceAll('-', '')}${randomCode(12)}`
}

function asTransfer(row: Row): Transfer {
  return {
    transRef: textOf(row, 'trans_ref'),
    sendingBank: textOf(row, 'sending_bank'),
    receivingBank: textOf(row, 'receiving_bank'),
    reference: textOf(row, 'reference'),
    amountMinor: integerOf(row, 'amount_minor'),
    currency: textOf(row, 'currency') === 'LAK' ? 'LAK' : 'BAHT',
    occurredAt: integerOf(row, 'occurred_at'),
    from: {
      bankCode: textOf(row, 'from_bank'),
      accountNo: textOf(row, 'from_account'),
      name: textOf(row, 'from_name'),
    },
    to: { bankCode: textOf(row, 'to_bank'), accountNo: textOf(row, 'to_account'), name: textOf(row, 'to_name') },
    told:
      typeof row['told_name'] === 'string'
        ? { name: row['told_name'], nameEN: typeof row['told_name_en'] === 'string' ? row['told_name_en'] : null }
        : null,
  }
}

function asAccount(row: Row): Account {
  return { bankCode: textOf(row, 'bank'), accountNo: textOf(row, 'account'), name: textOf(row, 'name') }
}

/** The bank and reference that a slip's code names; null for a text that is none. */
export function readSlip(text: string): { sendingBank: string; transRef: string } | null {
  return validate.slipVerify(text)
}
