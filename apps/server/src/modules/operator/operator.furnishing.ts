import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import {
  type Furnishing,
  furnishing,
  FurnishingProblem,
  listFurnishing,
  namesInFile,
  pictureInFile,
} from '../../platform/furnishing.ts'
import {
  isSettingName,
  settingNames,
  settingsInFile,
  settingsOf,
  type Settings,
  takesTwo,
  whyFixed,
} from './operator.settings.ts'
import { inLanguages, putOffered, readOffered, switchOff } from './offered.store.ts'
import {
  lockSettings,
  readAllTexts,
  readBanks,
  readSettingRows,
  textKinds,
  writeSetting,
  writeTexts,
} from './operator.store.ts'

const code = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/, 'a code has capitals and digits'))
const currency = v.picklist(['BAHT', 'LAK'])
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const digits = (count: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9]{${count}}$`), `${count} digits`))
const aboveZero = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)

const bankInFile = v.strictObject({
  code,
  /** The Bank of Thailand's code. Money is credited once by it, so that it never changes. */
  digits: orNull(digits(3)),
  alsoNamed: v.optional(v.array(code), []),
  names: namesInFile,
  currency,
  /** Whether it takes account names in letters A to Z alone. */
  latinNamesOnly: v.optional(v.boolean(), false),
  /** Whether members can have their account there; else it is only a name of ways of paying in, or of senders. */
  holdsAccounts: v.optional(v.boolean(), true),
  /** The bank in a LAO QR. */
  qrInstitution: orNull(digits(8)),
})

const sourceInFile = v.strictObject({ code: v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{1,32}$/)), names: namesInFile })

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

const link = orNull(v.pipe(v.string(), v.maxLength(500), v.regex(/^(\/|https?:\/\/)/, 'a path or an address')))
const FACTOR_MAX = 100_000

const gameInFile = <Provider extends v.GenericSchema>(provider: Provider) =>
  v.strictObject({
    code,
    names: namesInFile,
    category: v.picklist(['slot', 'sport', 'casino']),
    /** Credits for one baht, of at most four decimals. */
    factor: v.pipe(
      v.number(),
      v.check(
        (value) => value > 0 && value <= FACTOR_MAX && inTenThousandths(value) / 10_000 === value,
        'a factor above 0 of at most four decimals',
      ),
    ),
    logo: pictureInFile,
    background: pictureInFile,
    web: link,
    android: link,
    ios: link,
    autoLogin: orNull(v.picklist(['username', 'username-and-password'])),
    provider: orNull(provider),
    /** Being mended: money comes out of it, and none goes in. */
    maintenance: v.optional(v.boolean(), false),
  })

const inTenThousandths = (factor: number) => Math.round(factor * 10_000)

const html = v.pipe(v.string(), v.maxLength(20_000))
const textInFile = v.strictObject({ th: v.array(html), lo: v.array(html), en: v.array(html) })

type FurnishedBank = v.InferOutput<typeof bankInFile>

/** A name means one bank: two that share one would credit each other's transfers, or one transfer twice. */
async function requireOwnNames(tx: Sql, { code, digits, alsoNamed }: FurnishedBank, place: string): Promise<void> {
  for (const other of (await readBanks(tx)).filter((bank) => bank.code !== code)) {
    const names = [other.code, ...other.alsoNamed]
    const shared = [code, ...alsoNamed].find((name) => names.includes(name))
    if (shared !== undefined) throw new FurnishingProblem(`${place}.alsoNamed`, `${shared} is ${other.code}`)
    if (digits !== null && digits === other.digits)
      throw new FurnishingProblem(`${place}.digits`, `${digits} is ${other.code}`)
  }
}

/** Letters that transfers were credited under stay a name of their own: as digits the same transfer would be another. */
async function requireUnpaid(use: InUse, tx: Sql, bank: FurnishedBank, place: string): Promise<void> {
  const oneName = bank.digits ?? bank.code
  for (const name of [bank.code, ...bank.alsoNamed]) {
    if (name === oneName || !(await use.hasPaid(tx, name))) continue
    const field = name === bank.code ? 'digits' : 'alsoNamed'
    throw new FurnishingProblem(
      `${place}.${field}`,
      `transfers of ${name} were credited under that name, so that it stays one of its own`,
    )
  }
}

const banks = (use: InUse) =>
  listFurnishing({
    row: bankInFile,
    keyOf: (bank) => bank.code,
    kept: (sql) => readOffered(sql, 'bank'),
    async check(tx, bank, before, place) {
      const lost = before.alsoNamed.find((name) => !bank.alsoNamed.includes(name))
      if (before.digits === bank.digits && lost === undefined) return
      if (!(await use.hasPaid(tx, before.digits ?? before.code))) return
      const [field, were] =
        lost !== undefined ? ['alsoNamed', lost] : ['digits', before.digits === null ? 'none' : before.digits]
      throw new FurnishingProblem(
        `${place}.${field}`,
        `${bank.code} has ${were}: transfers were credited under that, so that it stays`,
      )
    },
    async put(tx, bank, sort, place) {
      await requireOwnNames(tx, bank, place)
      await requireUnpaid(use, tx, bank, place)
      const { names, ...columns } = bank
      await putOffered(tx, 'bank', { ...columns, ...inLanguages('name', names) }, sort)
    },
    switchOff: (tx, key) => switchOff(tx, 'bank', key),
  })

const fieldOf = (account: Account, name: string) => (account as Record<string, string | null | undefined>)[name] ?? null

const depositAccounts = listFurnishing({
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

const memberSources = listFurnishing({
  row: sourceInFile,
  keyOf: (source) => source.code,
  kept: (sql) => readOffered(sql, 'member_source'),
  put: (tx, { code, names }, sort) =>
    putOffered(tx, 'member_source', { code, ...inLanguages('description', names) }, sort),
  switchOff: (tx, key) => switchOff(tx, 'member_source', key),
})

const games = (provider: v.GenericSchema<unknown>, use: InUse) =>
  listFurnishing({
    row: gameInFile(provider),
    keyOf: (game) => game.code,
    async kept(sql) {
      const rows = await readOffered<v.InferOutput<ReturnType<typeof gameInFile>>>(sql, 'game_setting')
      return rows.map((one) => ({ ...one, row: { ...one.row, factor: one.row.factor / 10_000 } }))
    },
    put: (tx, { names, factor, ...columns }, sort) =>
      putOffered(
        tx,
        'game_setting',
        { ...columns, ...inLanguages('name', names), factorTenThousandths: inTenThousandths(factor) },
        sort,
      ),
    switchOff: (tx, key) => switchOff(tx, 'game_setting', key),
    async check(tx, game, before, place) {
      const kept = keptOfGame(game, before)
      if (kept === null || !(await use.isPlayed(tx, game.code))) return
      throw new FurnishingProblem(`${place}.${kept.field}`, `${game.code} has ${kept.had}: ${kept.why}`)
    },
  })

interface PlayedGame {
  factor: number
  provider: unknown
}

/** What of a game that is played would change, and why it may not. */
function keptOfGame(game: PlayedGame, before: PlayedGame): { field: string; had: string; why: string } | null {
  if (before.factor !== game.factor) {
    // Money at a provider is counted in its credits: another factor would make it more or less.
    const why = 'what members have there is counted by that, so that it stays'
    return { field: 'factor', had: `${before.factor}`, why }
  }
  if (before.provider === null) return null
  // Whom nobody asks any more, or another one who knows none of it, would be taken to have no money and no transfer of ours.
  const had = familyOf(before)
  if (had === familyOf(game)) return null
  const why = 'members have accounts there, so that another provider is another game; this one can be switched off'
  return { field: 'provider.family', had, why }
}

function familyOf({ provider }: PlayedGame): string {
  return (provider as { family?: string } | null)?.family ?? 'no provider'
}

/** Only what the file names is set; the other settings stay as they are. */
const settings = (defaults: Settings, use: InUse) =>
  furnishing({
    schema: settingsInFile,
    async write(tx, given, at, by) {
      await lockSettings(tx)
      const rows = await readSettingRows(tx)
      const before = settingsOf(rows, defaults)
      const said = settingNames.filter((name) => given[name] !== undefined)
      const changed = said.filter((name) => !isDeepStrictEqual(given[name], before[name]))
      const fixed = await whyFixed(changed, () => use.hasReleaseRules(tx))
      if (fixed !== null) throw new FurnishingProblem(`.${fixed.name}`, fixed.why)
      // What is said to be as it is by default stays so, whatever the default will be.
      const unsaid = said.filter((name) => !rows.some(({ key }) => key === name))
      const two = changed.find((name) => takesTwo(name) && !unsaid.includes(name))
      if (two !== undefined && before.secondPerson === 'on')
        throw new FurnishingProblem(`.${two}`, `two persons change it: settings set ${two}, or Settings at the desk`)
      for (const key of new Set([...changed, ...unsaid])) {
        const change = { key, before: before[key], after: given[key] }
        await writeSetting(tx, { ...change, at, by, proposedBy: null, reason: null })
      }
      return changed.map((name) => `${name} is ${JSON.stringify(given[name])}, and was ${JSON.stringify(before[name])}`)
    },
    async read(sql) {
      const rows = (await readSettingRows(sql)).filter(({ key }) => isSettingName(key))
      if (rows.length === 0) return undefined
      return Object.fromEntries(
        rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ key, value }) => [key, value]),
      )
    },
  })

/** Each kind of text that the file names is all there is of it, in all its languages. */
const texts = furnishing({
  schema: v.partial(v.strictObject(v.entriesFromList(textKinds, textInFile))),
  async write(tx, given) {
    const before = await readAllTexts(tx)
    const changed = textKinds.filter(
      (kind) => given[kind] !== undefined && !isDeepStrictEqual(given[kind], before[kind] ?? noTexts),
    )
    for (const kind of changed) await writeTexts(tx, kind, given[kind] ?? noTexts)
    return changed.map((kind) => `${kind} is another text`)
  },
  async read(sql) {
    const all = await readAllTexts(sql)
    return Object.keys(all).length === 0 ? undefined : all
  },
})

const noTexts = { th: [], lo: [], en: [] }

/** What others have that hangs on what stands here: then some of it can change no more. */
export interface InUse {
  /** Whether anybody has an account at the game. */
  isPlayed(sql: Sql, gameCode: string): Promise<boolean>
  /** Whether a transfer is known that was sent from a bank of this name. */
  hasPaid(sql: Sql, bank: string): Promise<boolean>
  /** Whether two persons have ever put rules of automatic release in force. */
  hasReleaseRules(sql: Sql): Promise<boolean>
}

/** The operator's parts of the file. `provider` is what a game's provider may be, as who speaks to them says it. */
export function operatorFurnishings(given: {
  defaults: Settings
  provider: v.GenericSchema<unknown>
  use: InUse
}): Record<string, Furnishing> {
  return {
    settings: settings(given.defaults, given.use),
    banks: banks(given.use),
    depositAccounts,
    sources: memberSources,
    games: games(given.provider, given.use),
    texts,
  }
}
