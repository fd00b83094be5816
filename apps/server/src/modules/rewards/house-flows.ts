import type { Ledger } from '@krapao/ledger'
import type { Sql } from '../../platform/database/types.ts'

/** Money that went between the house and a member. */
export interface HouseFlow {
  memberId: string
  code: string
  /** Satang; below zero what the house took. */
  givenMinor: number
  at: Date
}

const ENTRIES_AT_ONCE = 10_000

/** What went between house and members under some codes, the oldest first: by the few accounts of the house, which all of it crosses. */
export async function flowsOfHouse(
  ledger: Pick<Ledger, 'flowEntries'>,
  sql: Sql,
  { from, until }: { from: Date; until: Date },
  codes: readonly string[],
): Promise<HouseFlow[]> {
  const range = { under: 'house/', currency: 'BAHT', from, until }
  const flows: HouseFlow[] = []
  let behind: { at: Date; transfer: string } | null = null
  for (;;) {
    const entries = await ledger.flowEntries(sql, range, { codes, behind, limit: ENTRIES_AT_ONCE })
    for (const { other, code, amountMinor, recordedAt } of entries) {
      const memberId = /^member\/([^/]+)\//.exec(other)?.[1]
      if (memberId !== undefined) flows.push({ memberId, code, givenMinor: -amountMinor, at: recordedAt })
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < ENTRIES_AT_ONCE) return flows.toReversed()
    behind = { at: last.recordedAt, transfer: last.transfer }
  }
}
