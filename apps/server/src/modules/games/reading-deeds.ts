import type { Movement, RowWrite } from '@krapao/ledger'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { deriveId, newId } from '../../platform/ids.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import { walletAccount, walletNews } from '../members/index.ts'
import type { GameSetting } from '../operator/index.ts'
import { movedOn, type Offered, type TwoPersonDeed } from '../proposals/index.ts'
import { findAccount, type GameAccountRow, noteCompared } from './accounts.store.ts'
import { closeReading, readingById, type ReadingRow } from './cases.store.ts'
import { gameAccountName, type GamesParts } from './games.parts.ts'
import { saidAmountMinor } from './games.rules.ts'
import { type BookableResult, readAmount, refreshAccount, resultSubmission } from './refresh.ts'

// Readings that no rule books, decided by persons: above the operator's ceiling two are needed, below it one is enough.

const KIND = 'reading-accept'

const shape = v.object({ readingId: v.string(), isAboveCeiling: v.boolean() })
type Terms = v.InferOutput<typeof shape>

/** What its provider says as it is read anew: a result that can be booked, an amount that is booked already, or nothing. */
interface ReadAnew {
  account: GameAccountRow | null
  amountMinor: number | null
  result: BookableResult | null
}

/** Where a reading is of; null when the account or its game is no longer there. */
async function placeOf(
  parts: GamesParts,
  reading: ReadingRow,
): Promise<{ account: GameAccountRow; game: GameSetting } | null> {
  const account = await findAccount(parts.database, reading.memberId, reading.code)
  const game = (await parts.operator.games()).find((one) => one.code === reading.code)
  return account === null || game === undefined ? null : { account, game }
}

/** Whether a reading says more than the operator lets be booked by itself; of what is no amount that cannot be said. */
export async function isAboveCeiling(parts: GamesParts, reading: ReadingRow): Promise<boolean> {
  const place = await placeOf(parts, reading)
  const amountMinor = place === null ? null : saidAmountMinor(reading, place.game.factorTenThousandths)
  return amountMinor !== null && amountMinor > (await parts.operator.settings()).readingCeilingMinor
}

async function readAnew(parts: GamesParts, { readingId, isAboveCeiling: mayPassCeiling }: Terms): Promise<ReadAnew> {
  const reading = await readingById(parts.database, readingId)
  const place = reading === null ? null : await placeOf(parts, reading)
  if (place === null) return { account: null, amountMinor: null, result: null }
  let result: BookableResult | null = null
  const refreshed = await refreshAccount(parts, place.account, place.game, {
    isAccepted: true,
    mayPassCeiling,
    // It is booked in the transaction of the deed.
    book: (found) => {
      result = found
      return Promise.resolve(false)
    },
  })
  const amountMinor = refreshed.stale ? null : refreshed.amountMinor
  return { account: place.account, amountMinor, result }
}

/** Closes an open reading in the transaction of its deed; MOVED_ON when somebody else did. */
async function close(parts: GamesParts, tx: Sql, id: string, state: 'accepted' | 'rejected'): Promise<ReadingRow> {
  const reading = await readingById(tx, id)
  if (reading === null || !(await closeReading(tx, id, state, parts.clock.now()))) movedOn(null, 'DECIDED')
  return reading
}

const subjectOf = (id: string): string => `reading:${id}`

async function note(
  parts: GamesParts,
  tx: Sql,
  reading: ReadingRow,
  {
    by,
    deed,
    after,
    reason = null,
  }: { by: By; deed: string; after: Record<string, string | number>; reason?: string | null },
): Promise<void> {
  const { id, memberId, code, raw } = reading
  const before = { game: code, said: raw, kind: reading.kind }
  await writeDeed(tx, { ...by, deed, memberId, subject: subjectOf(id), before, after, reason, at: parts.clock.now() })
}

async function accept(parts: GamesParts, tx: Sql, id: string, by: By, anew: ReadAnew): Promise<void> {
  const { account, result, amountMinor } = anew
  const reading = await close(parts, tx, id, 'accepted')
  if (account === null || (result === null && amountMinor === null)) movedOn('system', 'UNREADABLE')
  if (result !== null) {
    const outcome = await parts.ledger.post(tx, resultSubmission(parts, account, result))
    if (!outcome.ok) movedOn(null, 'MOVED')
    if (reading.kind === 'restored') await noteCompared(tx, account.id, parts.clock.now())
  }
  const after = {
    amountMinor: result?.amountMinor ?? amountMinor ?? 0,
    differenceMinor: result?.differenceMinor ?? 0,
  }
  await note(parts, tx, reading, { by, deed: 'reading-accepted', after })
}

/** Books nothing. Refuses with MOVED_ON when it is decided already. */
export async function rejectReading(parts: GamesParts, id: string, by: By, reason: string | null): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const reading = await close(parts, tx, id, 'rejected')
    await note(parts, tx, reading, { by, deed: 'reading-rejected', after: {}, reason })
  })
}

/** The deed by which a reading above the ceiling is booked, and the one of whoever books one below it. */
export interface ReadingAccept {
  deed: TwoPersonDeed<Terms, ReadAnew>
  accept(readingId: string, by: By): Promise<Offered>
}

export function createReadingAccept(parts: GamesParts): ReadingAccept {
  const deed: TwoPersonDeed<Terms, ReadAnew> = {
    kind: KIND,
    confirmedBy: ['PAYMENTS'],
    shape,
    async judge(tx, { terms }) {
      if ((await readingById(tx, terms.readingId))?.state !== 'open') movedOn(null, 'DECIDED')
    },
    prepare: (terms) => readAnew(parts, terms),
    run: (tx, { terms, by, evidence }) => accept(parts, tx, terms.readingId, by, evidence),
  }
  return {
    deed,
    async accept(readingId, by) {
      const reading = await readingById(parts.database, readingId)
      if (reading?.state !== 'open') movedOn(null, 'DECIDED')
      if (!(await isAboveCeiling(parts, reading))) {
        const anew = await readAnew(parts, { readingId, isAboveCeiling: false })
        await parts.database.transaction((tx) => accept(parts, tx, readingId, by, anew))
        return { outcome: 'done', proposalId: null }
      }
      const { memberId } = reading
      return parts.proposals.offer(deed, {
        by,
        terms: { readingId, isAboveCeiling: true },
        memberId,
        subject: subjectOf(readingId),
        operationId: by.operationId ?? newId(parts.clock.now()),
      })
    },
  }
}

/** What came of booking a reading as the transfer that a restored copy does not know. */
export type BookedTransfer = { kind: 'booked'; amountMinor: number } | { kind: 'unreadable' } | { kind: 'not-enough' }

/** Books what differs as a transfer of the member, and shows it to him as one. Refuses with MOVED_ON when it is decided. */
export async function bookAsTransfer(parts: GamesParts, reading: ReadingRow, by: By): Promise<BookedTransfer> {
  const place = await placeOf(parts, reading)
  if (place === null) return { kind: 'unreadable' }
  const { account, game } = place
  const { memberId, code } = account
  const name = gameAccountName(memberId, code)
  const state = (await parts.ledger.states(parts.database, [name])).get(name)
  const amountMinor = await readAmount(parts, account, game, true)
  if (state === undefined || typeof amountMinor !== 'number' || state.pendingCount > 0) return { kind: 'unreadable' }
  const differenceMinor = amountMinor - state.postedMinor
  return parts.database
    .transaction(async (tx) => {
      await close(parts, tx, reading.id, 'accepted')
      if (differenceMinor !== 0) {
        const { movement, row } = asTransfer(reading, differenceMinor, parts.clock.now())
        const outcome = await parts.ledger.post(tx, {
          movements: [movement],
          guards: [{ account: name, version: state.version }],
          rows: [row],
          news: [walletNews(memberId, 'transfer')],
        })
        if (!outcome.ok && outcome.refusal === 'NOT_ENOUGH') throw new NotEnough()
        if (!outcome.ok) movedOn(null, 'MOVED')
      }
      await noteCompared(tx, account.id, parts.clock.now())
      await note(parts, tx, reading, { by, deed: 'reading-transferred', after: { amountMinor, differenceMinor } })
      return { kind: 'booked' as const, amountMinor }
    })
    .catch((error: unknown) => {
      if (error instanceof NotEnough) return { kind: 'not-enough' as const }
      throw error
    })
}

/** The wallet does not hold what went into the game: nothing of it is booked. */
class NotEnough extends Error {}

function asTransfer(
  { id, memberId, code }: ReadingRow,
  differenceMinor: number,
  now: Date,
): { movement: Movement; row: RowWrite } {
  const isIn = differenceMinor > 0
  const [wallet, game] = [walletAccount(memberId), gameAccountName(memberId, code)]
  const amountMinor = Math.abs(differenceMinor)
  const movement: Movement = {
    kind: 'post',
    id: deriveId(id, 'transfer'),
    from: isIn ? wallet : game,
    to: isIn ? game : wallet,
    amountMinor,
    code: 'game-transfer',
    reference: id,
    occurredAt: now,
  }
  const row: RowWrite = {
    table: 'game_transfer',
    insert: {
      id,
      version: 1,
      member_id: memberId,
      operation_id: id,
      from_code: isIn ? 'WALLET' : code,
      to_code: isIn ? code : 'WALLET',
      amount_minor: amountMinor,
      status: 'SUCCESS',
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    },
  }
  return { movement, row }
}
