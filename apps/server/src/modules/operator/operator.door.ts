import type { Country } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { type By, BY_ITSELF, writeDeed } from '../deeds/index.ts'
import { type BankNames, bankNames } from './bank-names.ts'
import { inLanguage } from './operator.rules.ts'
import type { InUse } from './operator.furnishing.ts'
import {
  readSetting,
  SettingRefused,
  type SettingName,
  type Settings,
  settingsOf,
  whyFixed,
} from './operator.settings.ts'
import {
  type Bank,
  type DepositAccounts,
  type DepositBank,
  type KnownBank,
  readBanks,
  lockSettings,
  readDepositAccounts,
  readGames,
  readSettingRow,
  readSettingRows,
  readSources,
  readTexts,
  type TextKind,
  writeSetting,
} from './operator.store.ts'
import { readRestoreMarks } from './restore-marks.store.ts'
import { safeMarkup } from './safe-markup.ts'

/** How long settings and games are answered from memory. */
const KEPT_MS = 1_000

/** What other modules may ask of the operator. */
export type OperatorDoor = ReturnType<typeof createDoor>

const nameOf = ({ code, digits }: { code: string; digits: string | null }) => digits ?? code

/** In order, but those of the operator's own country before the others. */
function ownFirst<Row extends { currency: 'BAHT' | 'LAK' }>(rows: readonly Row[], country: Country): Row[] {
  const own = country === 'LA' ? 'LAK' : 'BAHT'
  return rows.toSorted((one, other) => Number(other.currency === own) - Number(one.currency === own))
}

function resolveLink(link: string | null, outsideUrl: string | null): string | null {
  if (link === null || !link.startsWith('/')) return link
  return outsideUrl === null ? null : new URL(link, outsideUrl).href
}

/** A setting that shall be otherwise, by whom, and who proposed it where two persons do it. */
export interface SettingGiven {
  name: SettingName
  value: unknown
  by: By
  proposedBy?: string | null
  reason?: string | null
}

/** The operator: settings, texts, banks, sources, deposit accounts and games, as rows over typed defaults. */
export function createDoor(given: {
  database: Database
  clock: Clock
  outsideUrl: string | null
  country: Country
  defaults: Settings
  use: Pick<InUse, 'hasReleaseRules'>
}) {
  const { database, clock, outsideUrl, defaults, use } = given
  const remember = <Value>(read: () => Promise<Value>) => createSharedLook(clock, KEPT_MS, read)
  const memory = remember(async () => settingsOf(await readSettingRows(database), defaults))
  const restoreMemory = remember(() => readRestoreMarks(database))
  const bankMemory = remember(async () => {
    const rows = await readBanks(database)
    return { rows, names: bankNames(rows) }
  })
  const gamesMemory = remember(async () => {
    const games = await readGames(database)
    return games.map((game) => ({
      ...game,
      web: resolveLink(game.web, outsideUrl),
      android: resolveLink(game.android, outsideUrl),
      ios: resolveLink(game.ios, outsideUrl),
    }))
  })
  /** Sets one setting. Throws a SettingRefused in words when the value does not fit, or it may not change. */
  async function putSetting(
    tx: Sql,
    { name, value, by, proposedBy = null, reason = null }: SettingGiven,
  ): Promise<void> {
    const read = readSetting(name, value)
    if (!read.ok) throw new SettingRefused(name, read.problem)
    const at = clock.now()
    await lockSettings(tx)
    const fixed = await whyFixed([name], () => use.hasReleaseRules(tx))
    if (fixed !== null) throw new SettingRefused(fixed.name, fixed.why)
    const before = settingsOf(await readSettingRows(tx), defaults)[name]
    await writeSetting(tx, { key: name, at, before, after: read.value, by: by.actor, proposedBy, reason })
    const facts = { before: { value: JSON.stringify(before) }, after: { value: JSON.stringify(read.value) } }
    await writeDeed(tx, { ...by, deed: 'setting-changed', subject: `setting:${name}`, ...facts, reason, at })
  }

  return {
    /** The operator's settings over their defaults; at most a second old, and never older than the last set here. */
    settings: () => memory(),
    /** One setting as the database has it now, and since when; null since the default holds. */
    async setting<Name extends SettingName>(name: Name): Promise<{ value: Settings[Name]; changedAt: Date | null }> {
      const row = await readSettingRow(database, name)
      const read = row === null ? null : readSetting(name, row.value)
      if (row === null || !read?.ok) return { value: defaults[name], changedAt: null }
      return { value: read.value, changedAt: row.changedAt }
    },
    /** Sets one setting, as somebody says. Throws a SettingRefused in words when the value does not fit, or it may not change. */
    async setSetting<Name extends SettingName>(name: Name, value: Settings[Name], by: By = BY_ITSELF): Promise<void> {
      await database.transaction((tx) => putSetting(tx, { name, value, by }))
      memory.forget()
    },
    /** The same within a transaction of the caller's, who has it read anew (`forget`) when that is committed. */
    putSetting,
    /** Who reads settings to change them lets others wait: until the transaction ends. */
    lockSettings,
    /** Every setting as a transaction sees it, over the defaults. */
    settingsIn: async (sql: Sql) => settingsOf(await readSettingRows(sql), defaults),
    /** Whether the service is closed for good; as fresh as `settings`. */
    isTerminated: async () => (await memory()).terminated,
    /**
     * When an older copy of the database was marked as restored, while that is open; null otherwise. What a party did
     * before that moment may have been forgotten here, so that nothing that is heard of it for the first time is booked
     * by itself (beyond 7.12). At most a second old.
     */
    restoredAt: async () => (await restoreMemory()).openAt,
    /** The same moment also after it was ended: who is compared one by one is not done when the rest is. */
    lastRestoredAt: async () => (await restoreMemory()).lastAt,
    /** The banks that members can choose for their account; those of the operator's own country first. */
    async banks(): Promise<Bank[]> {
      const { country: own } = await memory()
      const banks = (await bankMemory()).rows.filter((bank) => bank.holdsAccounts && bank.isOffered)
      return ownFirst(banks, own).map(({ code, nameTH, nameEN, nameLO, currency, latinNamesOnly }) => {
        return { code, nameTH, nameEN, nameLO, currency, latinNamesOnly }
      })
    },
    /** Any bank by its letters or digits, also one that holds no member's account or is offered no more. */
    async bank(named: string): Promise<KnownBank | null> {
      const { rows, names } = await bankMemory()
      return (
        rows.find(({ code }) => code === named) ?? rows.find((bank) => nameOf(bank) === names.oneName(named)) ?? null
      )
    },
    /** How the banks are named, at most a second old; within a transaction as that one sees it. */
    bankNames: async (tx?: Sql): Promise<BankNames> =>
      tx === undefined ? (await bankMemory()).names : bankNames(await readBanks(tx)),
    sources: (language: Language) => readSources(database, language),
    /** Where members pay in; what takes money of the operator's own country first. */
    async depositAccounts(): Promise<DepositAccounts> {
      const [{ banks, wallets }, { country: own }] = await Promise.all([readDepositAccounts(database), memory()])
      return { banks: ownFirst(banks, own), wallets }
    },
    /** Whether there is an account at a bank where members pay in; within a transaction as that one sees it. */
    hasDepositBank: async (sql: Sql) => (await readDepositAccounts(sql)).banks.length > 0,
    /** Every bank account of the operator's that money can come to, also those that are offered no more. */
    async receivingAccounts(): Promise<DepositBank[]> {
      const { banks } = await readDepositAccounts(database, { andBefore: true })
      return ownFirst(banks, (await memory()).country)
    },
    /** All games, those that are offered first, in order; links are absolute. */
    games: () => gamesMemory(),
    /** Texts of a kind in the wanted language, or in Thai where that is missing; empty when there are none. */
    texts: async (kind: TextKind, language: Language) =>
      (inLanguage(await readTexts(database, kind), language) ?? []).map(safeMarkup),
    /** Has the mark of a restored copy read anew. */
    forgetRestore: () => restoreMemory.forget(),
    /** Has everything read anew: it was furnished. */
    forget() {
      for (const one of [memory, bankMemory, gamesMemory]) one.forget()
    },
  }
}
