import * as v from 'valibot'
import { FurnishingProblem, listFurnishing, orNull } from '../../platform/furnishing.ts'
import { aboveZero } from '../../platform/whole-numbers.ts'
import { readBanks } from './banks.store.ts'
import { code, currency } from './in-file.ts'
import { putOffered, readOffered, switchOff } from './offered.store.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'an id has small letters, digits and -'))
const accountInFile = v.variant('kind', [
  v.strictObject({
    id,
    kind: v.literal('bank'),
    bankCode: code,
    /** AUTO shows the account, QR makes QR codes alone. */
    mode: v.picklist(['AUTO', 'QR']),
    /** PAYMENT: a gateway, whose accounts lie at other banks. */
    bankType: v.picklist(['SAVING', 'CURRENT', 'FIXED', 'PAYMENT']),
    accountName: text,
    accountNo: v.pipe(v.string(), v.regex(/^[0-9][0-9 -]{4,24}$/, 'an account number')),
    currency,
    /** What a QR on it is made for at the least, and the amounts that are offered; without it none is made. */
    qr: orNull(
      v.pipe(
        v.strictObject({
          minimumMinor: aboveZero,
          presetsMinor: v.pipe(v.array(aboveZero), v.maxLength(12)),
          /** Who makes and collects them: a party of KRAPAO_PARTIES; without it the bank. */
          collector: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,15}$/, 'the name of a party'))),
        }),
        v.check(
          ({ minimumMinor, presetsMinor }) => presetsMinor.every((preset) => preset >= minimumMinor),
          'an amount that is offered is under the least',
        ),
      ),
    ),
  }),
  v.strictObject({
    id,
    kind: v.literal('wallet'),
    /** AUTO shows the number, LINK takes gift links. */
    mode: v.picklist(['AUTO', 'LINK']),
    accountName: text,
    accountNo: orNull(v.pipe(v.string(), v.regex(/^0\d{9}$/, 'a number of ten digits'))),
    currency: v.literal('BAHT'),
  }),
])

type Account = v.InferOutput<typeof accountInFile>

const fieldOf = (account: Account, name: string) => (account as Record<string, string | null | undefined>)[name] ?? null

export const depositAccountsFurnishing = listFurnishing({
  row: accountInFile,
  keyOf: (account) => account.id,
  async kept(sql) {
    const rows = await readOffered<Account & { bankType?: unknown; bankCode?: unknown; qr?: unknown }>(
      sql,
      'deposit_account',
    )
    // A wallet has no bank: of its row only what the file says of a wallet.
    return rows.map(({ row: { bankCode, bankType, qr, ...wallet }, ...kept }) => ({
      ...kept,
      row: (wallet.kind === 'bank' ? { ...wallet, bankCode, bankType, qr } : wallet) as Account,
    }))
  },
  // Who has just paid there, or has a QR of it, would not be found by the slip: one that goes is known on by its own id.
  async check(_tx, account, before, place) {
    const [field] = (['kind', 'bankCode', 'accountNo', 'currency'] as const).filter(
      (name) => account.kind !== 'wallet' && fieldOf(account, name) !== fieldOf(before, name),
    )
    if (field === undefined) return
    const had = fieldOf(before, field)
    throw new FurnishingProblem(
      `${place}.${field}`,
      `${account.id} has ${had ?? 'none'}: give another account an id of its own`,
      { code: 'ACCOUNT_KEPT', facts: { account: account.id } },
    )
  },
  async put(tx, account, sort, place) {
    const atBank = account.kind === 'bank' ? account : null
    if (atBank !== null) {
      const bank = (await readBanks(tx)).find(({ code }) => code === atBank.bankCode)
      const facts = { account: account.id }
      if (bank?.isOffered !== true)
        throw new FurnishingProblem(`${place}.bankCode`, `there is no bank ${atBank.bankCode}`, {
          code: 'NO_BANK',
          facts: { ...facts, bank: atBank.bankCode },
        })
      if (atBank.mode === 'QR' && atBank.qr === null)
        throw new FurnishingProblem(`${place}.qr`, 'mode QR needs it', { code: 'QR_MISSING', facts })
      // Paid there directly too, one transfer would be told by two names: the collector's and the bank's.
      if (atBank.mode !== 'QR' && atBank.qr?.collector !== undefined)
        throw new FurnishingProblem(`${place}.qr.collector`, 'an account that a party collects for is of mode QR', {
          code: 'QR_ALONE',
          facts,
        })
    }
    const none = { bankCode: null, bankType: null, qr: null }
    await putOffered(tx, 'deposit_account', { ...none, ...account }, sort)
  },
  switchOff: (tx, key) => switchOff(tx, 'deposit_account', key),
})
