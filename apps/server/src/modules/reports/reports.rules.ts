import type { ReportFigure } from '@krapao/contract'
import type { Flow } from '@krapao/ledger'
import { houseAdjustment, houseBonus, houseInvite, houseRefund } from '../../platform/house-accounts.ts'
import { codesOf, figureMinor, memberOf } from '../statements/index.ts'

// What the figures of a day are, of the entries of the house's accounts alone.

/** Figures that are sums of money, and of these those that are booked; the rest follow from them. */
type BookedFigure = 'deposits' | 'withdrawals' | 'ggr' | 'bonusCost' | 'refunds' | 'invites' | 'adjustments'
export type MoneyFigure = BookedFigure | 'net' | 'ngr'
export type Sums = Record<BookedFigure, number>

export const noSums = (): Sums => ({
  deposits: 0,
  withdrawals: 0,
  ggr: 0,
  bonusCost: 0,
  refunds: 0,
  invites: 0,
  adjustments: 0,
})

const figuresOfCodes: ReadonlyMap<string, BookedFigure> = new Map([
  ...codesOf('deposits').map((code) => [code, 'deposits'] as const),
  ...codesOf('withdrawals').map((code) => [code, 'withdrawals'] as const),
  ...codesOf('results').map((code) => [code, 'ggr'] as const),
])

/** What left these accounts of the house is a cost, whatever it was booked as. */
const figuresOfAccounts: Readonly<Record<string, BookedFigure>> = {
  [houseBonus]: 'bonusCost',
  [houseRefund]: 'refunds',
  [houseInvite]: 'invites',
  [houseAdjustment]: 'adjustments',
}

type Entry = Pick<Flow, 'account' | 'other' | 'code' | 'amountMinor'>

/** Which figure an entry of the house's counts to, and how much; null when to none. */
function countOf(entry: Entry): { figure: BookedFigure; minor: number } | null {
  const cost = figuresOfAccounts[entry.account]
  if (cost !== undefined) return { figure: cost, minor: 0 - entry.amountMinor }
  const figure = figuresOfCodes.get(entry.code)
  return figure === undefined || memberOf(entry) === null ? null : { figure, minor: figureMinor(entry, false) }
}

/** What figures that are not booked are made of, and with which sign. */
const signs: Readonly<Record<'net' | 'ngr', Partial<Record<BookedFigure, 1 | -1>>>> = {
  net: { deposits: 1, withdrawals: -1 },
  ngr: { ggr: 1, bonusCost: -1, refunds: -1, invites: -1, adjustments: -1 },
}

const signsOf = (figure: MoneyFigure): Partial<Record<BookedFigure, 1 | -1>> =>
  figure === 'net' || figure === 'ngr' ? signs[figure] : { [figure]: 1 }

/** What an entry of the house's adds to a figure. */
export function addedMinor(entry: Entry, figure: MoneyFigure): number {
  const counted = countOf(entry)
  if (counted === null) return 0
  return (signsOf(figure)[counted.figure] ?? 0) * counted.minor + 0
}

/** A figure of sums of a day. */
export function figureOf(sums: Sums, figure: MoneyFigure): number {
  return Object.entries(signsOf(figure)).reduce((sum, [name, sign]) => sum + sign * sums[name as BookedFigure], 0)
}

export function addFlow(sums: Sums, flow: Entry): void {
  const counted = countOf(flow)
  if (counted !== null) sums[counted.figure] += counted.minor
}

/** Under which codes, and on which accounts, the entries of a figure stand. */
export function placesOf(figure: MoneyFigure): { codes: string[]; accounts: string[] } {
  const wanted = signsOf(figure)
  return {
    codes: [...figuresOfCodes].flatMap(([code, name]) => (name in wanted ? [code] : [])),
    accounts: Object.entries(figuresOfAccounts).flatMap(([account, name]) => (name in wanted ? [account] : [])),
  }
}

export const isMoney = (figure: ReportFigure): figure is MoneyFigure => figure !== 'active' && figure !== 'registered'

/** The member by whose booking he counts as active: he brought, took, won or lost. */
export function activeMember(flow: Pick<Flow, 'account' | 'other' | 'code'>): string | null {
  return figuresOfCodes.has(flow.code) ? memberOf(flow) : null
}

const PROVIDER = 'house/provider:'
export const providerAccount = (provider: string): string => `${PROVIDER}${provider}`

/** The provider that a result is of; null of everything else. */
export function providerOf({ account, code }: Pick<Flow, 'account' | 'code'>): string | null {
  return account.startsWith(PROVIDER) && figuresOfCodes.get(code) === 'ggr' ? account.slice(PROVIDER.length) : null
}
