// What `npm run bench api` tells: each figure as it is measured, and in the end how it stands to what was wanted.
import { each, type Figure, median, ratios, say, spread, tellTimes } from './figures.ts'

/** The calls that are measured, as the table names them. */
const names = {
  transferIn: 'wallet to game',
  transferOut: 'game to wallet',
  wallet: 'the balance alone',
  withdraw: 'a withdrawal up to its hold',
  makeQr: 'a QR made',
  pay: 'a payment heard and credited',
} as const
export type Act = keyof typeof names

/** Where a call is measured that is measured elsewhere too. */
export type Where = '' | ', embedded' | ', by the sandbox'

/** What the product is to come to, at least; of one caller the middle time, at most. */
const goals: readonly { act: Act; count: number; perSecond?: number; ofRow?: number; p50Ms?: number }[] = [
  { act: 'transferIn', count: 128, perSecond: 4_000, ofRow: 0.22 },
  { act: 'transferIn', count: 32, perSecond: 2_500 },
  { act: 'transferIn', count: 1, p50Ms: 3 },
  { act: 'withdraw', count: 128, perSecond: 3_000 },
  { act: 'makeQr', count: 128, perSecond: 3_000 },
  { act: 'pay', count: 128, perSecond: 3_000 },
]

export interface Measured {
  act: Act
  where: Where
  count: number
  floor: readonly Figure[]
  figures: Figure[]
  /** What a call cost, in words. */
  costs: string
}

export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')
const middle = (figures: readonly Figure[], key: 'perSecond' | 'p50Ms'): number => median(each(figures, key))

function tellFigures(name: string, count: number, figures: readonly Figure[]): void {
  const rate = spread(each(figures, 'perSecond'), 0)
  say(`${name.padEnd(34)} ${String(count).padStart(3)} callers  ${rate}/s  ${tellTimes(figures)}`)
}

export const tellFloor = (count: number, floor: readonly Figure[]): void =>
  tellFigures('one inserted row', count, floor)

export function tellMeasured({ act, where, count, floor, figures, costs }: Measured): void {
  const ofFloor = (key: 'perSecond' | 'p99Ms'): string => spread(ratios(figures, floor, key), 2)
  tellFigures(names[act] + where, count, figures)
  say(`${' '.repeat(47)}${ofFloor('perSecond')} × the row, p99 ${ofFloor('p99Ms')} × its p99`)
  say(`${' '.repeat(47)}${costs}`)
}

/** All goals of what was measured, in one table; `others` are lines of it that are no rates of calls. */
export function tellGoals(all: readonly Measured[], others: readonly string[]): void {
  const find = (act: Act, count: number, where: Where = ''): Measured | undefined =>
    all.find((one) => one.act === act && one.count === count && one.where === where)
  say('\n| goal | callers | wanted | measured | |\n| --- | --- | --- | --- | --- |')
  for (const { act, count, perSecond, ofRow, p50Ms } of goals) {
    const found = find(act, count)
    if (found === undefined) continue
    const [rate, row] = [middle(found.figures, 'perSecond'), middle(found.floor, 'perSecond')]
    const p50 = middle(found.figures, 'p50Ms')
    const isMet = rate >= (perSecond ?? 0) && rate / row >= (ofRow ?? 0) && p50 <= (p50Ms ?? Number.POSITIVE_INFINITY)
    const wanted = [perSecond && `${perSecond}/s`, ofRow && `${ofRow} × the row`, p50Ms && `p50 ${p50Ms} ms`]
    const measured = `${rate.toFixed(0)}/s, ${(rate / row).toFixed(2)} × the row, p50 ${p50.toFixed(1)} ms`
    say(`| ${names[act]} | ${count} | ${wanted.filter(Boolean).join(', ')} | ${measured} | ${verdict(isMet)} |`)
  }
  for (const line of others) say(line)
  const [embedded, server] = [find('transferIn', 32, ', embedded'), find('transferIn', 32)]
  if (!embedded || !server) return
  const share = middle(embedded.figures, 'perSecond') / middle(server.figures, 'perSecond')
  const name = `embedded database, ${names.transferIn}`
  say(`| ${name} | 32 | 0.5 × PostgreSQL's | ${share.toFixed(2)} × | ${verdict(share >= 0.5)} |`)
}
