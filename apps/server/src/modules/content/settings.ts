import type { DeskSetting, DeskSettingChange, SettingValue } from '@krapao/contract'
import { readWireAmount, toWireAmount } from '@krapao/money'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { actorNames, type By, deedById } from '../deeds/index.ts'
import {
  beginsRelease,
  isSettingName,
  readSetting,
  type SettingChange,
  type SettingName,
  SettingRefused,
  takesTwo,
  whyFixed,
} from '../operator/index.ts'
import { movedOn, type Offered } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import { boundsOf, settingTerms } from './setting-terms.ts'

// The operator's settings, as staff and the command line read and change them.

const HISTORY_MAX = 100
const names = Object.keys(settingTerms) as SettingName[]

/** What a setting is called outside: amounts are baht there. */
const outerName = (name: SettingName): string => name.replace(/Minor$/, '')

const isAmount = (name: SettingName): boolean => settingTerms[name].form === 'amount'

function toWire(name: SettingName, value: unknown): SettingValue {
  if (isAmount(name) && typeof value === 'number') return toWireAmount(value)
  return value as SettingValue
}

/** A value as it is kept, of one that was sent. */
export function fromWire(name: SettingName, value: SettingValue): unknown {
  if (!isAmount(name) || typeof value !== 'number') return value
  const read = readWireAmount(value)
  // What is no amount fits no setting.
  return read.ok ? read.amountMinor : Number.NaN
}

/** A setting by its name outside; NO_DATA (404) where there is none. */
export function settingNamed(named: string): SettingName {
  return names.find((name) => outerName(name) === named) ?? refuse('NO_DATA')
}

const subjectOf = (name: SettingName): string => `setting:${name}`

/** Every setting as it is and may be, and who changed it last. */
export async function readSettings(parts: ContentParts, asked: readonly SettingName[] = names): Promise<DeskSetting[]> {
  const { database, operator, proposals } = parts
  const [settings, changes, hasReleaseRules, open] = await Promise.all([
    operator.settingsIn(database),
    operator.settingHistory.ofAll(database),
    parts.hasReleaseRules(),
    proposals.openOn(database, asked.filter(takesTwo).map(subjectOf)),
  ])
  const last = new Map(changes.map((change) => [change.key, change]))
  const people = await namesIn(parts, changes)
  return asked.map((name) => {
    const change = last.get(name)
    const { least, most, ...bounds } = boundsOf(name)
    return {
      name: outerName(name),
      ...settingTerms[name],
      ...bounds,
      least: least === null ? null : (toWire(name, least) as number),
      most: most === null ? null : (toWire(name, most) as number),
      value: toWire(name, settings[name]),
      preset: toWire(name, operator.settingDefaults[name]),
      takes: takesTwo(name) ? 'two' : 'one',
      fixed: name === 'secondPerson' ? 'COMMAND' : beginsRelease(name) && hasReleaseRules ? 'RELEASE' : null,
      changedAt: change?.at.toISOString() ?? null,
      changedBy: change === undefined ? null : people.nameOf(change.by),
      proposalId: open.get(subjectOf(name)) ?? null,
    }
  })
}

/** One setting and how it changed, the newest first. */
export async function readOneSetting(
  parts: ContentParts,
  name: SettingName,
): Promise<{ setting: DeskSetting; history: DeskSettingChange[] }> {
  const [[setting], changes] = await Promise.all([
    readSettings(parts, [name]),
    parts.operator.settingHistory.of(parts.database, name, HISTORY_MAX),
  ])
  const people = await namesIn(parts, changes)
  const history = changes.map(({ at, by, proposedBy, before, after, reason }) => ({
    at: at.toISOString(),
    by,
    agent: people.agentOf(by),
    proposedBy,
    proposer: people.agentOf(proposedBy),
    before: toWire(name, before),
    after: toWire(name, after),
    reason,
  }))
  return { setting: setting ?? refuse('NO_DATA'), history }
}

const namesIn = (parts: ContentParts, changes: readonly SettingChange[]) =>
  actorNames(
    parts,
    changes.flatMap(({ by, proposedBy }) => [by, proposedBy]),
  )

const shape = v.object({ name: v.string(), value: v.unknown(), before: v.unknown(), reason: v.nullable(v.string()) })
type Terms = v.InferOutput<typeof shape>

/** A setting that shall be otherwise: by whom, why, and in place of which value, where he had read one. */
export interface SettingAsked {
  name: SettingName
  value: unknown
  before?: { value: unknown }
  by: By
  reason: string | null
}

async function requireUnmoved(parts: ContentParts, tx: Sql, name: SettingName, seen: unknown): Promise<void> {
  const now = (await parts.operator.settingsIn(tx))[name]
  if (!isDeepStrictEqual(now, seen)) movedOn(null, 'CHANGED')
}

/** Makes known the deed of a setting that takes two, and answers how settings are changed: by one, or proposed. */
export function createSettingChange(parts: ContentParts): (asked: SettingAsked) => Promise<Offered> {
  const { database, operator, proposals } = parts
  const byTwo = proposals.register<Terms, undefined>({
    kind: 'setting',
    confirmedBy: ['OWNER'],
    shape,
    async run(tx, { terms: { name, value, before, reason }, by, proposedBy }) {
      if (!isSettingName(name)) return movedOn(null, 'CHANGED')
      await operator.lockSettings(tx)
      await requireUnmoved(parts, tx, name, before)
      const proposer = by.actor === proposedBy ? null : proposedBy
      try {
        await operator.putSetting(tx, { name, value, by, proposedBy: proposer, reason })
      } catch (error) {
        // Rules of automatic release came meanwhile, or what it may be has become another.
        if (error instanceof SettingRefused) movedOn(null, 'CHANGED')
        throw error
      }
    },
    after: () => operator.forget(),
  })

  return async ({ name, value, before, by, reason }) => {
    const read = readSetting(name, value)
    if (!read.ok) throw new SettingRefused(name, read.problem)
    const fixed = await whyFixed([name], parts.hasReleaseRules)
    if (fixed !== null) throw new SettingRefused(name, fixed.why)
    const seen = before ?? { value: (await operator.setting(name)).value }
    if (takesTwo(name)) {
      const terms = { name, value: read.value, before: seen.value, reason }
      return proposals.offer(byTwo, { by, terms, subject: subjectOf(name), reason })
    }
    await database.transaction(async (tx) => {
      // A second try of what was done: the first one's answer was lost.
      if (by.operationId !== undefined && (await deedById(tx, by.operationId)) !== null) return
      await operator.lockSettings(tx)
      if (before !== undefined) await requireUnmoved(parts, tx, name, before.value)
      await operator.putSetting(tx, { name, value: read.value, by, reason })
    })
    operator.forget()
    return { outcome: 'done', proposalId: null }
  }
}
