import type { FigureRow } from '@krapao/contract'
import type { FlowEntry, FlowPage, FlowRange, Ledger } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { ReadSql } from '../../platform/database/types.ts'
import { pageOf, type Place } from '../../platform/place.ts'
import type { Members } from '../members/index.ts'
import { memberOf } from './flows.rules.ts'

// What staff see behind a figure: bookings, the newest first, or members.

interface FigureReader {
  database: ReadSql
  ledger: Pick<Ledger, 'flowEntries'>
  members: Pick<Members, 'registered' | 'cards'>
}

/** Behind which row a page begins, and how many rows it has. */
export interface FigurePage {
  behind: Place | null
  limit: number
}

export interface FigureRows {
  rows: FigureRow[]
  next: Place | null
}

/** Bookings of a range, each with what it adds to the figure in satang; those that add nothing are left out. */
export async function bookingRows(
  { database, ledger, members }: FigureReader,
  { behind, limit }: FigurePage,
  asked: FlowRange & Pick<FlowPage, 'codes' | 'accounts'> & { addedMinor(entry: FlowEntry): number },
): Promise<FigureRows> {
  const { codes, accounts = [], addedMinor, ...range } = asked
  const found = await ledger.flowEntries(database, range, {
    codes,
    accounts,
    behind: behind && { at: behind.at, transfer: behind.id },
    limit: limit + 1,
  })
  const { rows: shown, last } = pageOf(found, limit)
  const cards = await members.cards(database, [...new Set(shown.flatMap((entry) => memberOf(entry) ?? []))])
  const rows = shown.flatMap((entry) => {
    const minor = addedMinor(entry)
    if (minor === 0) return []
    const memberId = memberOf(entry)
    const card = cards.get(memberId ?? '')
    return {
      at: entry.recordedAt.toISOString(),
      memberId,
      memberNo: card === undefined ? null : String(card.memberNumber),
      name: card?.name ?? null,
      amount: toWireAmount(minor),
      code: entry.code,
      reference: entry.reference,
    }
  })
  return { rows, next: last && { at: last.recordedAt, id: last.transfer } }
}

export async function registeredRows(
  { database, members }: FigureReader,
  { behind, limit }: FigurePage,
  span: { from: Date; until: Date },
): Promise<FigureRows> {
  const found = await members.registered(database, { ...span, behind, limit: limit + 1 })
  const { rows, last } = pageOf(found, limit)
  return { rows: memberRows(rows, 'registered'), next: last && { at: last.createdAt, id: last.id } }
}

/** Of all who were active, by their ids. */
export async function activeRows(
  { database, members }: FigureReader,
  { behind, limit }: FigurePage,
  active: Iterable<string>,
): Promise<FigureRows> {
  const all = [...active].toSorted()
  const rest = behind === null ? all : all.filter((id) => id > behind.id)
  const { rows: ids, last } = pageOf(rest, limit)
  const cards = await members.cards(database, ids)
  const rows = memberRows(
    ids.flatMap((id) => cards.get(id) ?? []),
    'active',
  )
  // Ids alone say where it goes on: one of them may have no card, and so no time.
  return { rows, next: last === null ? null : { at: new Date(0), id: last } }
}

type Card = { id: string; memberNumber: number; name: string; createdAt: Date }

function memberRows(shown: readonly Card[], code: 'registered' | 'active'): FigureRow[] {
  return shown.map(({ id, memberNumber, name, createdAt }) => ({
    at: createdAt.toISOString(),
    memberId: id,
    memberNo: String(memberNumber),
    name,
    amount: null,
    code,
    reference: null,
  }))
}
