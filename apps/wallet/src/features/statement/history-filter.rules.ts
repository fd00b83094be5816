import { DAY_MS } from '@krapao/web'
import type { calls, SentBodyOf, StatementKind } from '@krapao/contract'
import { dayOf, dayStartMs } from '../../lib/formats.ts'

/**
 * The kinds as a reader chooses them: what a bonus gives and what its end takes belong together, and what sets a deposit or a
 * withdrawal right stands beside both.
 */
export const chosenKinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const
export type ChosenKind = (typeof chosenKinds)[number]

/** The times that are a press away; `own` are days of the reader's. */
export const periods = ['all', 'today', 'week', 'thisMonth', 'month', 'own'] as const
export type Period = (typeof periods)[number]

/** What a reader wants to see of his history. No kind is all kinds. */
export interface HistoryFilter {
  readonly kinds: readonly ChosenKind[]
  readonly period: Period
  /** Days in Bangkok, YYYY-MM-DD, both included; only of `own`. */
  readonly fromDay: string
  readonly toDay: string
}

/** How the history is narrowed in a call. */
export type HistoryRequest = Pick<SentBodyOf<typeof calls.statementList>, 'kinds' | 'from' | 'to'>

export const everything: HistoryFilter = { kinds: [], period: 'all', fromDay: '', toDay: '' }

const daysOf = { today: 1, week: 7, month: 30 } as const

const wireKinds: Readonly<Record<ChosenKind, readonly StatementKind[]>> = {
  deposit: ['deposit', 'adjustment'],
  withdraw: ['withdraw', 'adjustment'],
  transfer: ['transfer'],
  bonus: ['bonus', 'finish_bonus'],
}

/** How many days a period has, today among them. */
export function lengthDays(period: 'week' | 'month'): number {
  return daysOf[period]
}

/** The wish as the call has it; days begin at midnight in Bangkok. */
export function requestOf({ kinds, period, fromDay, toDay }: HistoryFilter, nowMs: number): HistoryRequest {
  return {
    ...(kinds.length === 0 ? {} : { kinds: [...new Set(kinds.flatMap((kind) => wireKinds[kind]))] }),
    ...(period === 'all'
      ? {}
      : period === 'own'
        ? { from: isoOf(fromDay, 0), to: isoOf(toDay, 1) }
        : period === 'thisMonth'
          ? { from: isoOf(`${dayOf(nowMs).slice(0, 7)}-01`, 0) }
          : { from: isoOf(dayOf(nowMs), 1 - daysOf[period]) }),
  }
}

/** The kinds after one was pressed; all of them are as good as none. */
export function toggleKind(kinds: readonly ChosenKind[], kind: ChosenKind): ChosenKind[] {
  const next = chosenKinds.filter((one) => (one === kind) !== kinds.includes(one))
  return next.length === chosenKinds.length ? [] : next
}

/** Whether two days can be a time: both are there, and the first is not after the second. */
export function isDayRange(fromDay: string, toDay: string): boolean {
  return fromDay !== '' && toDay !== '' && fromDay <= toDay
}

/** The days that are offered first where a reader chooses his own: the last thirty. */
export function firstDays(nowMs: number): { fromDay: string; toDay: string } {
  return { fromDay: dayOf(nowMs - (daysOf.month - 1) * DAY_MS), toDay: dayOf(nowMs) }
}

function isoOf(day: string, daysLater: number): string {
  return new Date(dayStartMs(day) + daysLater * DAY_MS).toISOString()
}
