import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameBankAccount, isSameName, match, type Side } from './match.rules.ts'

const at = (minutes: number): Date => new Date(Date.parse('2026-11-21T00:00:00Z') + minutes * 60_000)
const side = (id: string, given: Partial<Side> = {}): Side => ({
  ...{ id, at: at(0), amountMinor: 100_00, references: [], account: null, ...given },
})
const idsOf = (lines: readonly Side[], owns: readonly Side[]) => {
  const { pairs, differences, lines: theirs, owns: ours } = match(lines, owns, isSameBankAccount)
  return {
    pairs: pairs.map(({ line, own, how }) => `${line.id}=${own.id} ${how}`).toSorted(),
    differences: differences.map(({ line, own }) => `${line.id}~${own.id}`).toSorted(),
    theirs: theirs.map(({ id }) => id).toSorted(),
    ours: ours.map(({ id }) => id).toSorted(),
  }
}

describe('lines and movements', () => {
  it.each<[string, Side[], Side[], string[]]>([
    [
      'the reference, however it is written',
      [side('l', { references: ['kp x9 q7'] })],
      [side('o', { references: ['1', 'KPX9Q7'], at: at(900) })],
      ['l=o reference'],
    ],
    [
      'amount, account and time',
      [side('l', { account: 'KBANK x7712', at: at(10) })],
      [side('o', { account: '012-3-45771-2' })],
      ['l=o amount'],
    ],
    [
      'not after ten minutes',
      [side('l', { account: 'x7712', at: at(10.02) })],
      [side('o', { account: '0123457712' })],
      [],
    ],
    ['not of another account', [side('l', { account: 'x7712' })], [side('o', { account: '0123457713' })], []],
    ['not where the account is not told', [side('l', { account: null })], [side('o', { account: '0123457712' })], []],
    ['not where three digits are told', [side('l', { account: 'x712' })], [side('o', { account: '0123457712' })], []],
    [
      'not where only the day is told',
      [side('l', { account: 'x7712', at: null })],
      [side('o', { account: '0123457712' })],
      [],
    ],
    [
      'not of another sum',
      [side('l', { account: 'x7712', amountMinor: 100_01 })],
      [side('o', { account: '0123457712' })],
      [],
    ],
    [
      'not out where it came in',
      [side('l', { account: 'x7712', amountMinor: -100_00 })],
      [side('o', { account: '0123457712' })],
      [],
    ],
  ])('[OFC-056] match by %s', (_what, lines, owns, pairs) => {
    expect(idsOf(lines, owns).pairs).toEqual(pairs)
  })

  it('[OFC-056] never match where two fit, on either side, nor by elimination', () => {
    const known = { account: 'x7712' }
    const two = idsOf([side('l', known)], [side('o', { account: '7712' }), side('p', { account: '7712', at: at(9) })])
    expect(two).toMatchObject({ pairs: [], theirs: ['l'], ours: ['o', 'p'] })
    const twins = idsOf([side('l', known), side('m', known)], [side('o', { account: '7712' })])
    expect(twins).toMatchObject({ pairs: [], theirs: ['l', 'm'], ours: ['o'] })
    const chain = idsOf(
      [side('l', { ...known, at: at(-5) }), side('m', { ...known, at: at(5) })],
      [side('o', { account: '7712' }), side('p', { account: '7712', at: at(14) })],
    )
    expect(chain.pairs).toEqual([])
    const named = idsOf(
      [side('l', { references: ['A'] }), side('m', { references: ['A'] })],
      [side('o', { references: ['a'] })],
    )
    expect(named).toMatchObject({ pairs: [], theirs: ['l', 'm'], ours: ['o'] })
  })

  it('[OFC-056] of one reference and two sums are a difference, matched with nothing else', () => {
    const found = idsOf(
      [side('l', { references: ['A'], amountMinor: 100_01, account: 'x7712' })],
      [side('o', { references: ['A'] }), side('p', { amountMinor: 100_01, account: '7712' })],
    )
    expect(found).toEqual({ pairs: [], differences: ['l~o'], theirs: [], ours: ['p'] })
  })

  it('[OFC-057] of players go by their whole names', () => {
    const [line, own] = [side('l', { account: 'kp001234' }), side('o', { account: 'KP001234' })]
    expect(match([line], [own], isSameName).pairs).toHaveLength(1)
    expect(match([line], [{ ...own, account: 'xx001234' }], isSameName).pairs).toEqual([])
  })

  it('[OFC-056] [OFC-057] of ten thousand lines show all planted differences and only those', () => {
    const day = 24 * 60
    const plants = fc.record({
      missing: fc.uniqueArray(fc.nat({ max: 9_999 }), { maxLength: 40 }),
      unknown: fc.uniqueArray(fc.nat({ max: 9_999 }), { maxLength: 40 }),
      off: fc.uniqueArray(fc.nat({ max: 9_999 }), { maxLength: 40 }),
      twice: fc.uniqueArray(fc.nat({ max: 9_999 }), { maxLength: 40 }),
      shift: fc.integer({ min: 1, max: 7 }),
    })
    fc.assert(
      fc.property(plants, ({ missing, unknown, off, twice, shift }) => {
        const planted = new Map<number, 'missing' | 'unknown' | 'off' | 'twice'>()
        for (const [name, numbers] of Object.entries({ missing, unknown, off, twice })) {
          // A third of all have no reference, so what is off or there twice needs one.
          for (const number of numbers) {
            const needsName = name === 'off' || name === 'twice'
            if (!planted.has(number) && !(needsName && number % 3 === 0)) planted.set(number, name as 'off')
          }
        }
        const numbers = Array.from({ length: 10_000 }, (_, number) => number)
        const base = (number: number) => ({
          amountMinor: (number % 2 === 0 ? 1 : -1) * (1_00 + (number % 977) * 25),
          at: at((number * day) / 10_000),
          references: number % 3 === 0 ? [] : [`KP${number}`],
        })
        const account = (number: number) => String(1_000_000_000 + number * 7919)
        const owns = numbers.flatMap((number) =>
          planted.get(number) === 'unknown'
            ? []
            : side(`o${number}`, {
                ...base(number),
                references: [`kp${number}`, `id${number}`],
                account: account(number),
              }),
        )
        const lines = numbers.flatMap((number) => {
          const plant = planted.get(number)
          const { amountMinor, ...rest } = base(number)
          const line = side(`l${number}`, {
            ...rest,
            at: at((number * day) / 10_000 + shift),
            account: `x${account(number).slice(-6)}`,
            amountMinor: plant === 'off' ? amountMinor + 1 : amountMinor,
          })
          if (plant === 'missing') return []
          return plant === 'twice' ? [line, { ...line, id: `t${number}` }] : line
        })
        const found = idsOf(lines, owns)
        const of = (name: string) => [...planted].flatMap(([number, plant]) => (plant === name ? [number] : []))
        expect(found.differences).toEqual(
          of('off')
            .map((number) => `l${number}~o${number}`)
            .toSorted(),
        )
        expect(found.ours).toEqual([...of('missing'), ...of('twice')].map((number) => `o${number}`).toSorted())
        expect(found.theirs).toEqual(
          [
            ...of('unknown').map((number) => `l${number}`),
            ...of('twice').flatMap((number) => [`l${number}`, `t${number}`]),
          ].toSorted(),
        )
        expect(found.pairs.every((pair) => /^l(\d+)=o\1 /.test(pair))).toBe(true)
        expect(found.pairs).toHaveLength(10_000 - planted.size)
      }),
      { numRuns: 10 },
    )
  })
})
