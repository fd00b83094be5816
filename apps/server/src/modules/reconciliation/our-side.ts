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

/** A day has fewer entries at one bank or provider. */
const ENTRIES_MAX = 200_000

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
  const page = { codes: [], accounts: [account], behind: null, limit: ENTRIES_MAX }
  const entries = await parts.ledger.flowEntries(sql, { under: account, currency, ...span }, page)
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
