import type { DeedName } from '@krapao/contract'
import type { AccountState, Movement, RowWrite } from '@krapao/ledger'
import * as v from 'valibot'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { deriveId } from '../../../platform/ids.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import { walletAccount, walletNews } from '../../members/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import { movedOn, type Offered, type TwoPersonDeed } from '../../proposals/index.ts'
import { findAccount, type GameAccountRow, noteCompared } from '../accounts/accounts.store.ts'
import { closeReading, readingById, type ReadingRow } from '../cases.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName } from '../accounts/ledger-accounts.ts'
import { saidAmountMinor } from '../games.rules.ts'
import { type BookableResult, readAmount, refreshAccount, resultSubmission } from './refresh.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

// Readings that no rule books, decided by persons: above the operator's ceiling two are needed, below it one is enough.

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
  }: { by: By; deed: DeedName; after: Record<string, string | number>; reason?: string | null },
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

/** What explains a reading: a result that was won or lost, or a transfer that a restored copy does not know. */
export type ReadingEnd = 'accept' | 'transfer'

export type ReadingBooking = ReturnType<typeof createReadingBooking>

export function createReadingBooking(parts: GamesParts) {
  function end<Evidence>(
    kind: string,
    prepare: (terms: Terms) => Promise<Evidence>,
    run: (tx: Sql, readingId: string, by: By, evidence: Evidence) => Promise<void>,
  ) {
    const deed: TwoPersonDeed<Terms, Evidence> = {
      kind,
      confirmedBy: ['PAYMENTS'],
      shape,
      async judge(tx, { terms }) {
        if ((await readingById(tx, terms.readingId))?.state !== 'open') movedOn(null, 'DECIDED')
      },
      prepare,
      run: (tx, { terms, by, evidence }) => run(tx, terms.readingId, by, evidence),
    }
    async function book(terms: Terms, memberId: string, by: By): Promise<Offered> {
      const { readingId } = terms
      if (terms.isAboveCeiling)
        return parts.proposals.offer(deed, { by, terms, memberId, subject: subjectOf(readingId) })
      const evidence = await prepare(terms)
      await parts.database.transaction((tx) => run(tx, readingId, by, evidence))
      return { outcome: 'done', proposalId: null }
    }
    return { deed, book }
  }
  const ends = {
    accept: end(
      'reading-accept',
      (terms) => readAnew(parts, terms),
      (tx, ...doing) => accept(parts, tx, ...doing),
    ),
    transfer: end(
      'reading-transfer',
      (terms) => findThere(parts, terms),
      (tx, ...doing) => bookAsTransfer(parts, tx, ...doing),
    ),
  }
  return {
    ends,
    /**
     * Books an open reading as what explains it; above the ceiling that is proposed. Refuses with MOVED_ON when it is decided
     * or cannot be read, and with MONEY_NOT_ENOUGH where the wallet lacks what went into a game.
     */
    async book(readingId: string, as: ReadingEnd, by: By): Promise<Offered> {
      const reading = await readingById(parts.database, readingId)
      if (reading?.state !== 'open') movedOn(null, 'DECIDED')
      const terms = { readingId, isAboveCeiling: await isAboveCeiling(parts, reading) }
      return ends[as].book(terms, reading.memberId, by)
    },
  }
}

/** What stands at a game as it is read anew, beside what the books have there. */
interface FoundThere {
  account: GameAccountRow
  amountMinor: number
  state: AccountState
}

/** Null when it could not be read, or something of it is under way. */
async function findThere(
  parts: GamesParts,
  { readingId, isAboveCeiling: mayPassCeiling }: Terms,
): Promise<FoundThere | null> {
  const reading = await readingById(parts.database, readingId)
  const place = reading === null ? null : await placeOf(parts, reading)
  if (place === null) return null
  const { account, game } = place
  const name = gameAccountName(account.memberId, account.code)
  const state = (await parts.ledger.states(parts.database, [name])).get(name)
  const amountMinor = await readAmount(parts, account, game, mayPassCeiling)
  if (state === undefined || typeof amountMinor !== 'number' || state.pendingCount > 0) return null
  return { account, amountMinor, state }
}

/** Books what differs as a transfer of the member, and shows it to him as one. */
async function bookAsTransfer(
  parts: GamesParts,
  tx: Sql,
  readingId: string,
  by: By,
  found: FoundThere | null,
): Promise<void> {
  const reading = await close(parts, tx, readingId, 'accepted')
  // What no copy forgot is won or lost.
  if (reading.kind !== 'restored' || found === null) movedOn('system', 'UNREADABLE')
  const { account, amountMinor, state } = found
  const differenceMinor = amountMinor - state.postedMinor
  if (differenceMinor !== 0) {
    const { movement, row } = asTransfer(reading, differenceMinor, parts.clock.now())
    const outcome = await parts.ledger.post(tx, {
      movements: [movement],
      guards: [{ account: gameAccountName(account.memberId, account.code), version: state.version }],
      rows: [row],
      news: [walletNews(reading.memberId, 'transfer')],
    })
    if (!outcome.ok && outcome.refusal === 'NOT_ENOUGH') refuse('MONEY_NOT_ENOUGH')
    if (!outcome.ok) movedOn(null, 'MOVED')
  }
  await noteCompared(tx, account.id, parts.clock.now())
  await note(parts, tx, reading, { by, deed: 'reading-transferred', after: { amountMinor, differenceMinor } })
}

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
  const row = insertOf('game_transfer', {
    id,
    version: 1,
    memberId,
    operationId: id,
    fromCode: isIn ? 'WALLET' : code,
    toCode: isIn ? code : 'WALLET',
    amountMinor,
    status: 'SUCCESS',
    createdAt: now,
    updatedAt: now,
  })
  return { movement, row }
}
