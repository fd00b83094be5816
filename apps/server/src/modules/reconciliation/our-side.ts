import type { FlowEntry, FlowPage, FlowRange, Ledger } from '@krapao/ledger'
import { bangkokDay, nextBangkokDay } from '../../platform/bangkok-time.ts'
import type { Sql } from '../../platform/database/types.ts'
import { beginOf } from '../../platform/bangkok-day.ts'
import { bankAccount } from '../cashier/index.ts'
import { memberOf } from '../statements/index.ts'
import type { Side } from './match.rules.ts'
import type { KnownParty } from './parties.ts'
import type { ReconParts } from './recon.parts.ts'

/** A movement of ours as a statement should tell it: above zero came in. */
export interface Own extends Side {
  at: Date
  /** On which it was booked. */
  day: string
  code: string
  reference: string
  memberId: string | null
}

const AT_ONCE = 50_000

/** All entries of an account in a range, the newest first, so many at once. */
export async function allEntries(
  { flowEntries }: Pick<Ledger, 'flowEntries'>,
  sql: Sql,
  range: FlowRange,
  atOnce = AT_ONCE,
): Promise<FlowEntry[]> {
  const all: FlowEntry[] = []
  for (let behind: FlowPage['behind'] = null; ;) {
    const page = await flowEntries(sql, range, { codes: [], accounts: [range.under], behind, limit: atOnce })
    for (const entry of page) all.push(entry)
    const last = page.at(-1)
    if (last === undefined || page.length < atOnce) return all
    behind = { at: last.recordedAt, transfer: last.transfer }
  }
}

/** What we booked about a bank or provider from one day to another, both included, the oldest first. */
export function ownsBetween(parts: ReconParts, sql: Sql, party: KnownParty, from: string, to: string): Promise<Own[]> {
  const span = { from: beginOf(from), until: nextBangkokDay(beginOf(to)) }
  return party.kind === 'bank' ? atBank(parts, sql, party, span) : atProvider(parts, sql, party.code, span)
}

async function atBank(
  parts: ReconParts,
  sql: Sql,
  { code, currency }: KnownParty,
  span: { from: Date; until: Date },
): Promise<Own[]> {
  const { account } = bankAccount(code, currency)
  const entries = await allEntries(parts.ledger, sql, { under: account, currency, ...span })
  const names = await parts.cashier.namesAtBank(sql, entries)
  return entries.toReversed().map((entry) => {
    const said = names.get(entry.transfer)
    return {
      id: entry.transfer,
      at: entry.occurredAt,
      day: bangkokDay(entry.recordedAt),
      // What comes in at the bank leaves the house's account, whose other side is what members have.
      amountMinor: 0 - entry.amountMinor,
      references: [entry.transfer, entry.reference, ...(said?.references ?? [])],
      account: said?.account ?? null,
      code: entry.code,
      reference: said?.references[0] ?? entry.reference,
      memberId: memberOf(entry),
    }
  })
}

async function atProvider(
  parts: ReconParts,
  sql: Sql,
  party: string,
  span: { from: Date; until: Date },
): Promise<Own[]> {
  const moves = await parts.games.movesAtProvider(sql, party, span)
  return moves.map(({ id, at, memberId, username, direction, credits }) => ({
    id,
    at,
    day: bangkokDay(at),
    amountMinor: direction === 'in' ? credits : 0 - credits,
    references: [id],
    account: username,
    code: 'game-transfer',
    reference: id,
    memberId,
  }))
}
