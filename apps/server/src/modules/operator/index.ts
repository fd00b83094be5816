import type { Country } from '@krapao/contract'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Furnishing } from '../../platform/furnishing.ts'
import type { Route } from '../../platform/http/index.ts'
import { bankNames } from './bank-names.ts'
import { createSettingsCommands } from './operator.commands.ts'
import { type InUse, operatorFurnishings } from './operator.furnishing.ts'
import { createLookups } from './operator.routes.ts'
import { inLanguage } from './operator.rules.ts'
import { readSetting, settingDefaultsOf, settingsOf } from './operator.settings.ts'
import {
  isFurnished,
  readBanks,
  readDepositAccounts,
  readGames,
  readSettingRow,
  readSettingRows,
  readSources,
  readTexts,
  writeSetting,
} from './operator.store.ts'
import type { OperatorDoor } from './operator.types.ts'
import { createRestoreCommands, readRestoreMarks } from './restore.ts'
import { safeMarkup } from './safe-markup.ts'

export { type BankNames, bankNames } from './bank-names.ts'
export { operatorMigrations } from './operator.migrations.ts'
export { safeMarkup } from './safe-markup.ts'
export { isSlipOpen, operatorWords } from './operator.rules.ts'
export type { Settings } from './operator.settings.ts'
export type { Bank, DepositBank, GameSetting } from './operator.store.ts'
export type { OperatorDoor } from './operator.types.ts'

/** How long settings and games are answered from memory. */
const KEPT_MS = 1_000

export interface OperatorDeps {
  database: Database
  clock: Clock
  /** Where relative links of games lead, such as the sandbox's address; without it they are null. */
  outsideUrl?: string | null
  /** What the product is for, unless the operator's own setting says otherwise: Thailand when it is not told. */
  country?: Country
  /** What a game's provider may be in the file; anything where nobody says. */
  provider?: v.GenericSchema<unknown>
  /** What members have that hangs on a row; nothing where nobody says. */
  use?: InUse
}

/** The operator with what the process binds: its calls and its commands. */
export type Operator = OperatorDoor & {
  routes: Route[]
  commands: Command[]
  /** Its parts of the file that furnishes the product. */
  furnishings: Record<string, Furnishing>
  /** Whether anything of the file was ever said. */
  isFurnished(sql: Sql): Promise<boolean>
  /** Has everything read anew: it was furnished. */
  forget(): void
}

const no = () => Promise.resolve(false)

/** What is read anew after a second; concurrent callers share one read. */
function createMemory<Value>(read: () => Promise<Value>, clock: Clock) {
  let kept: { at: number; value: Promise<Value> } | null = null
  return {
    read(): Promise<Value> {
      const now = clock.now().getTime()
      if (kept !== null && Math.abs(now - kept.at) < KEPT_MS) return kept.value
      const value = read()
      const mine = { at: now, value }
      kept = mine
      value.catch(() => {
        if (kept === mine) kept = null
      })
      return value
    },
    forget() {
      kept = null
    },
  }
}

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

/** The operator: settings, texts, banks, sources, deposit accounts and games, as rows over typed defaults. */
export function createOperator(deps: OperatorDeps): Operator {
  const { database, clock, outsideUrl = null, country = 'TH' } = deps
  const defaults = settingDefaultsOf(country)
  const memory = createMemory(async () => settingsOf(await readSettingRows(database), defaults), clock)
  const restoreMemory = createMemory(() => readRestoreMarks(database), clock)
  const bankMemory = createMemory(async () => {
    const rows = await readBanks(database)
    return { rows, names: bankNames(rows) }
  }, clock)
  const gamesMemory = createMemory(async () => {
    const games = await readGames(database)
    return games.map((game) => ({
      ...game,
      web: resolveLink(game.web, outsideUrl),
      android: resolveLink(game.android, outsideUrl),
      ios: resolveLink(game.ios, outsideUrl),
    }))
  }, clock)
  const door: OperatorDoor = {
    settings: () => memory.read(),
    async setting(name) {
      const row = await readSettingRow(database, name)
      const read = row === null ? null : readSetting(name, row.value)
      if (row === null || !read?.ok) return { value: defaults[name], changedAt: null }
      return { value: read.value, changedAt: row.changedAt }
    },
    async setSetting(name, value) {
      const read = readSetting(name, value)
      if (!read.ok) throw new TypeError(`${name}: ${read.problem}`)
      await writeSetting(database, name, read.value, clock.now())
      memory.forget()
    },
    isTerminated: async () => (await memory.read()).terminated,
    restoredAt: async () => (await restoreMemory.read()).openAt,
    lastRestoredAt: async () => (await restoreMemory.read()).lastAt,
    async banks() {
      const { country: own } = await memory.read()
      const banks = (await bankMemory.read()).rows.filter((bank) => bank.holdsAccounts && bank.isOffered)
      return ownFirst(banks, own).map(({ code, nameTH, nameEN, nameLO, currency, latinNamesOnly }) => {
        return { code, nameTH, nameEN, nameLO, currency, latinNamesOnly }
      })
    },
    async bank(named) {
      const { rows, names } = await bankMemory.read()
      return (
        rows.find(({ code }) => code === named) ?? rows.find((bank) => nameOf(bank) === names.oneName(named)) ?? null
      )
    },
    bankNames: async (tx) => (tx === undefined ? (await bankMemory.read()).names : bankNames(await readBanks(tx))),
    sources: (language) => readSources(database, language),
    async depositAccounts() {
      const [{ banks, wallets }, { country: own }] = await Promise.all([readDepositAccounts(database), memory.read()])
      return { banks: ownFirst(banks, own), wallets }
    },
    async receivingAccounts() {
      const { banks } = await readDepositAccounts(database, { andBefore: true })
      return ownFirst(banks, (await memory.read()).country)
    },
    games: () => gamesMemory.read(),
    texts: async (kind, language) => (inLanguage(await readTexts(database, kind), language) ?? []).map(safeMarkup),
  }
  function forget(): void {
    for (const one of [memory, bankMemory, gamesMemory]) one.forget()
  }
  const { provider = v.unknown(), use = { isPlayed: no, hasPaid: no } } = deps
  return {
    ...door,
    furnishings: operatorFurnishings({ defaults, provider, use }),
    isFurnished,
    forget,
    routes: createLookups(door, clock),
    commands: [
      ...createSettingsCommands(door, defaults),
      ...createRestoreCommands({ database, clock, onChange: () => restoreMemory.forget() }),
    ],
  }
}
