import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import {
  type Furnishing,
  furnishing,
  FurnishingProblem,
  namesInFile,
  orNull,
  pictureInFile,
  withoutEmpty,
  wordsInFile,
} from '../../platform/furnishing.ts'
import { newId } from '../../platform/ids.ts'
import { aboveZero, whole } from '../../platform/whole-numbers.ts'
import { readAllBanners, replaceBanners } from './banners/banners.store.ts'
import { readInviteRule, writeInviteRule } from './invites/invite.store.ts'
import { readRefundRule, writeRefundRule } from './refunds/refund.store.ts'
import { newestRules, putInForce, type RuleRow, type RuleSource, stopRule } from './terms/rule-versions.store.ts'
import { isCovered } from './terms/terms.rules.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const banner = v.strictObject({ image: pictureInFile, html: wordsInFile })

/** A bonus as it stands in the file; amounts are satang, as in the settings, and `percentHundredths` 2000 is 20 %. */
const bonusInFile = v.pipe(
  v.strictObject({
    code: v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{1,64}$/, 'a code has capitals, digits, - and _')),
    /** From when it holds when it is new; from now on where it is left out, as every change does. */
    validFrom: v.optional(time),
    validUntil: orNull(time),
    names: namesInFile,
    descriptions: wordsInFile,
    kind: v.optional(v.picklist(['limit', 'day', 'week']), 'limit'),
    maxReceived: v.optional(aboveZero, 1),
    percentHundredths: orNull(aboveZero),
    fixedMinor: orNull(aboveZero),
    capMinor: orNull(aboveZero),
    minDepositMinor: aboveZero,
    percentFail: whole(0, 99),
    percentSuccess: whole(101, 100_000),
    /** How many members may receive a promotion. */
    seats: orNull(aboveZero),
    /** What it may grant in a month: no more is armed once that is spent. */
    monthlyBudgetMinor: orNull(aboveZero),
    banners: v.optional(v.array(banner), []),
  }),
  v.check(
    ({ percentHundredths, fixedMinor }) => (percentHundredths === null) !== (fixedMinor === null),
    'say percentHundredths or fixedMinor, one of the two',
  ),
  v.check(
    (rule) =>
      rule.monthlyBudgetMinor === null || isCovered(rule, { budgetMinor: rule.monthlyBudgetMinor, spentMinor: 0 }),
    'a monthlyBudgetMinor needs a capMinor or a fixedMinor, and covers one at least',
  ),
  v.check(
    ({ validFrom, validUntil }) =>
      validFrom === undefined || validUntil === null || Date.parse(validFrom) < Date.parse(validUntil),
    'it ends before it begins',
  ),
)

type Bonus = v.InferOutput<typeof bonusInFile>

const haveOwnCodes = v.check<Bonus[], string>(
  (list) => new Set(list.map(({ code }) => code)).size === list.length,
  'a code stands twice',
)
const promotionsInFile = v.pipe(v.array(bonusInFile), haveOwnCodes)
const bonusesInFile = v.pipe(
  v.array(
    v.pipe(
      bonusInFile,
      v.check(({ seats }) => seats === null, 'only promotions have seats'),
    ),
  ),
  haveOwnCodes,
)

/** What a rule says, apart from its beginning: by this two are the same. */
function apartFromBeginning({ id: _id, source: _source, validFrom: _from, validUntil, ...rule }: RuleRow) {
  return { ...rule, validUntil: validUntil?.toISOString() ?? null }
}

function isAlike(old: RuleRow, rule: RuleRow, now: Date): boolean {
  const beginsAlike = old.validFrom <= now || old.validFrom.getTime() === rule.validFrom.getTime()
  return beginsAlike && isDeepStrictEqual(apartFromBeginning(old), apartFromBeginning(rule))
}

function ruleOf(source: RuleSource, { validFrom, validUntil, ...given }: Bonus, sort: number, now: Date): RuleRow {
  return {
    id: newId(now),
    source,
    ...given,
    sort,
    validFrom: validFrom === undefined ? now : new Date(validFrom),
    validUntil: validUntil === null ? null : new Date(validUntil),
  }
}

/**
 * Bonuses or promotions: the list says all there are. A change is a new row from now on, and what is named no more ends
 * now; what members hold stays as it was when they took it. Where it takes more than one person a file ends and orders alone:
 * what grants money is tried first, and published at the desk (beyond 2.8).
 */
function rules(source: RuleSource, schema: typeof promotionsInFile | typeof bonusesInFile): Furnishing {
  return furnishing({
    schema,
    async write(tx, given, now, _who, alone = false) {
      const before = new Map((await newestRules(tx, source)).map((rule) => [rule.code, rule]))
      const changes: string[] = []
      for (const [index, bonus] of given.entries()) {
        const rule = ruleOf(source, bonus, index + 1, now)
        const old = before.get(rule.code)
        before.delete(rule.code)
        if (old !== undefined && isAlike(old, rule, now)) continue
        if (!alone && (old === undefined || !isAlike({ ...old, sort: rule.sort }, rule, now)))
          throw new FurnishingProblem(
            `[${index}]`,
            `${rule.code} is tried and published at the desk (Bonuses); a file may only end it, unless secondPerson is off`,
          )
        await putInForce(
          tx,
          { ...rule, validFrom: old === undefined || rule.validFrom > now ? rule.validFrom : now },
          now,
        )
        changes.push(`${rule.code} is ${old === undefined ? 'added' : 'changed'}`)
      }
      for (const { code, validUntil } of before.values()) {
        if (validUntil !== null && validUntil <= now) continue
        await stopRule(tx, source, code, now)
        changes.push(`${code} is ended`)
      }
      return changes
    },
    async read(sql, now) {
      const inForce = (await newestRules(sql, source)).filter(
        ({ validUntil }) => validUntil === null || validUntil > now,
      )
      if (inForce.length === 0) return undefined
      return inForce.map((rule) => {
        const { sort: _sort, code, ...words } = apartFromBeginning(rule)
        return withoutEmpty({ code, validFrom: rule.validFrom.toISOString(), ...words })
      })
    },
  })
}

const conditions = {
  validFrom: v.optional(time),
  isActive: v.boolean(),
  percentHundredths: whole(0, 10_000),
  percentFail: whole(0, 99),
  /** 0: money without conditions. */
  percentSuccess: v.pipe(
    whole(0, 100_000),
    v.check((value) => value === 0 || value > 100, 'over 100, or 0 for money without conditions'),
  ),
}

interface Rule {
  isActive: boolean
}

/** A rule of which one holds at a time: a change holds from now on. */
function single<Schema extends v.GenericSchema<unknown, Rule & { validFrom?: string | undefined }>>(
  schema: Schema,
  store: {
    read(sql: Sql, at: Date): Promise<object | null>
    write(tx: Sql, validFrom: Date, rule: v.InferOutput<Schema>): Promise<void>
  },
): Furnishing {
  return furnishing({
    schema,
    async write(tx, given, now) {
      const { validFrom, ...rule } = given
      const before = await store.read(tx, now)
      if (isDeepStrictEqual(before, rule)) return []
      const since = before === null && validFrom !== undefined ? new Date(validFrom) : now
      await store.write(tx, since, given)
      return [`from ${since.toISOString()} on: ${JSON.stringify(rule)}`]
    },
    read: async (sql, now) => (await store.read(sql, now)) ?? undefined,
  })
}

const bannersInFile = v.partial(v.strictObject({ invite: v.array(banner), refund: v.array(banner) }))
const places = ['invite', 'refund'] as const

const banners = furnishing({
  schema: bannersInFile,
  async write(tx, given) {
    const before = await readAllBanners(tx)
    const changes: string[] = []
    for (const place of places) {
      const wanted = given[place]
      if (wanted === undefined || isDeepStrictEqual(before[place] ?? [], wanted)) continue
      await replaceBanners(tx, place, wanted)
      changes.push(`${wanted.length} before ${place}`)
    }
    return changes
  },
  async read(sql) {
    const all = await readAllBanners(sql)
    return Object.keys(all).length === 0 ? undefined : all
  },
})

/** The rewards' parts of the file. */
export const rewardsFurnishings: Record<string, Furnishing> = {
  bonuses: rules('bonus', bonusesInFile),
  promotions: rules('promotion', promotionsInFile),
  refunds: single(
    v.strictObject({
      ...conditions,
      minimumMinor: whole(0, 100_000_000_00),
      lapseDays: whole(1, 365),
      info: wordsInFile,
    }),
    { read: readRefundRule, write: writeRefundRule },
  ),
  invites: single(v.strictObject(conditions), { read: readInviteRule, write: writeInviteRule }),
  banners,
}
