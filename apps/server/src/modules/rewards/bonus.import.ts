import * as v from 'valibot'
import { CommandError } from '../../platform/commands/index.ts'
import { newId } from '../../platform/ids.ts'
import type { RuleRow } from './bonus.store.ts'

const words = v.strictObject({ th: v.string(), lo: v.string(), en: v.string() })
const aboveZero = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const code = v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{1,64}$/, 'a code has capitals, digits, - and _'))
const time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

/** A rule as it stands in a file; amounts are satang, as in the settings, and `percentHundredths` 2000 is 20 %. */
const ruleInFile = v.pipe(
  v.strictObject({
    source: v.picklist(['bonus', 'promotion']),
    code,
    /** From when it holds; from now on where it is left out. */
    validFrom: v.optional(time),
    validUntil: v.optional(v.nullable(time), null),
    names: words,
    descriptions: words,
    kind: v.optional(v.picklist(['limit', 'day', 'week']), 'limit'),
    maxReceived: v.optional(aboveZero, 1),
    percentHundredths: v.optional(v.nullable(aboveZero), null),
    fixedMinor: v.optional(v.nullable(aboveZero), null),
    capMinor: v.optional(v.nullable(aboveZero), null),
    minDepositMinor: aboveZero,
    percentFail: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(99)),
    percentSuccess: v.pipe(v.number(), v.safeInteger(), v.minValue(101), v.maxValue(100_000)),
    seats: v.optional(v.nullable(aboveZero), null),
    banners: v.optional(
      v.array(v.strictObject({ image: v.pipe(v.string(), v.regex(/^(\/|https:\/\/)/)), html: words })),
      [],
    ),
    sort: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  }),
  v.check(
    ({ percentHundredths, fixedMinor }) => (percentHundredths === null) !== (fixedMinor === null),
    'say percentHundredths or fixedMinor, one of the two',
  ),
  v.check(({ source, seats }) => source === 'promotion' || seats === null, 'only promotions have seats'),
  v.check(
    ({ validFrom, validUntil }) => validFrom === undefined || validUntil === null || validFrom < validUntil,
    'it ends before it begins',
  ),
)

/** Reads the JSON text of a list of rules; throws a CommandError that says which one does not fit, and why. */
export function readRules(text: string, now: Date): RuleRow[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new CommandError('The file is no JSON.')
  }
  if (!Array.isArray(parsed) || parsed.length === 0) throw new CommandError('The file holds no list of rules.')
  return parsed.map((given: unknown, index) => {
    const read = v.safeParse(ruleInFile, given)
    if (!read.success) {
      const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the rule'}: ${issue.message}`)
      throw new CommandError(`Rule ${index + 1} does not fit. ${problems.join('; ')}`)
    }
    return { ...read.output, id: newId(now), validFrom: read.output.validFrom ?? now }
  })
}
