import { spendableMinor, type Submission } from '@krapao/ledger'
import { AMOUNT_MAX_MINOR, formatAmount } from '@krapao/money'
import { deriveId, newId } from '../../../platform/ids.ts'
import { walletNews } from '../../members/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName, providerAccount, readAmounts } from '../accounts/ledger-accounts.ts'
import { readBalance } from '../games.rules.ts'
import {
  type GameAccountRow,
  listAccounts,
  listUncompared,
  noteCompared,
  noteRead,
} from '../accounts/accounts.store.ts'
import { addReading, type ReadingKind } from '../cases.store.ts'
import { listWatchedLegs } from '../games.store.ts'
import { markMissing } from '../accounts/accounts.ts'
import { lookAgain } from '../arrivals/late-arrival.ts'
import { type ReadingTerms, readingTerms, resultWords } from '../accounts/under-bonus.ts'

/** A game account after a reading: `stale` when the amount is the ledger's, because no reading could be used. */
export interface Refreshed {
  code: string
  amountMinor: number
  isActive: boolean
  stale: boolean
  /** The provider did not answer at all, or with something that is no balance. */
  unreachable: boolean
}

/** A reading that can be booked as a result, and what may not have moved since. */
export interface BookableResult {
  amountMinor: number
  differenceMinor: number
  version: number
  booking: ReadingTerms
}

/** `isAccepted`: a person lets it be booked, also above the ceiling unless `mayPassCeiling` is false. */
interface RefreshTerms {
  isAccepted: boolean
  mayPassCeiling?: boolean
  /** Books it in place of a commit of its own; false when it was not, or not yet. */
  book?(result: BookableResult): Promise<boolean>
}

/** A late arrival that was found before a booking makes one more reading necessary. */
const ROUNDS_MAX = 3

/**
 * Reads one account at its provider and books the difference as a game result, but only when nothing of the account is
 * pending and nothing moved since before the reading (ruling 1.1). Otherwise the reading is thrown away.
 */
export async function refreshAccount(
  parts: GamesParts,
  account: GameAccountRow,
  game: GameSetting,
  terms: RefreshTerms = { isAccepted: false },
): Promise<Refreshed> {
  const name = gameAccountName(account.memberId, account.code)
  for (let round = 1; ; round += 1) {
    const booking = await readingTerms(parts, account)
    const before = (await parts.ledger.states(parts.database, [name])).get(name)
    if (before === undefined) return notRead(account, 0, true)
    const ledgerMinor = spendableMinor(before)
    if (before.pendingCount > 0) return notRead(account, ledgerMinor, false)
    const amountMinor = await readAmount(parts, account, game, terms.mayPassCeiling ?? terms.isAccepted)
    if (amountMinor === 'missing' && (await markMissing(parts, account, before))) return isNowhere(account)
    if (amountMinor === null || amountMinor === 'missing') return notRead(account, ledgerMinor, true)
    const after = (await parts.ledger.states(parts.database, [name])).get(name) ?? before
    if (after.version !== before.version) return notRead(account, spendableMinor(after), false)
    await noteRead(parts.database, account.id, parts.clock.now())
    const differenceMinor = amountMinor - before.postedMinor
    const isRestored = await isFromRestored(parts, account)
    if (differenceMinor === 0 && isRestored) await noteCompared(parts.database, account.id, parts.clock.now())
    if (differenceMinor === 0 && booking.marks.length === 0) return read(account, amountMinor)
    const watched = await lookAtWatched(parts, account)
    if (watched === 'unknown') return notRead(account, ledgerMinor, false)
    if (watched === 'booked' && round < ROUNDS_MAX) continue
    if (differenceMinor !== 0 && isRestored && !terms.isAccepted) {
      await addOpenReading(parts, account, 'restored', formatAmount(amountMinor))
      return notRead(account, ledgerMinor, false)
    }
    const result = { amountMinor, differenceMinor, version: before.version, booking }
    if (await (terms.book ?? submitResult(parts, account))(result)) {
      if (isRestored) await noteCompared(parts.database, account.id, parts.clock.now())
      return read(account, amountMinor)
    }
    return notRead(
      account,
      (await readAmounts(parts, account.memberId, [account.code])).gamesMinor.get(account.code) ?? 0,
      false,
    )
  }
}

function read(account: GameAccountRow, amountMinor: number): Refreshed {
  return { code: account.code, amountMinor, isActive: true, stale: false, unreachable: false }
}

/** An account that its provider does not know is none until it is opened again. */
function isNowhere({ code }: { code: string }): Refreshed {
  return { code, amountMinor: 0, isActive: false, stale: false, unreachable: false }
}

function notRead(account: GameAccountRow, amountMinor: number, unreachable: boolean): Refreshed {
  return { code: account.code, amountMinor, isActive: true, stale: true, unreachable }
}

/**
 * The balance in satang; `missing` when the provider knows no such name; null when none came or it is absurd, which a
 * person then looks at.
 */
export async function readAmount(
  parts: GamesParts,
  account: GameAccountRow,
  game: GameSetting,
  isAccepted: boolean,
): Promise<number | 'missing' | null> {
  const answer = await (await parts.providers(account.code)).read(account.username)
  if (answer === null) return null
  if (!answer.found) return 'missing'
  // A reading that a person accepted may be above the ceiling; one that is no amount stays refused.
  const ceilingMinor = isAccepted ? AMOUNT_MAX_MINOR : (await parts.operator.settings()).readingCeilingMinor
  const reading = readBalance(answer.balance, game.factorTenThousandths, ceilingMinor)
  if (reading.kind === 'amount') return reading.amountMinor
  parts.logger.error({ account: account.id, raw: reading.raw }, 'a provider reported an absurd balance')
  await addOpenReading(parts, account, 'absurd', reading.raw)
  return null
}

async function addOpenReading(
  parts: GamesParts,
  { memberId, code }: GameAccountRow,
  kind: ReadingKind,
  raw: string,
): Promise<void> {
  const now = parts.clock.now()
  await addReading(parts.database, { id: newId(now), memberId, code, kind, raw, createdAt: now })
}

/**
 * Whether an account has not been compared since an older copy of the database was put in place: what it differs by may
 * be a transfer that the copy does not know, and never is a result before a person said so (beyond 7.12). `restore end`
 * does not change that: nobody reads all games before it.
 */
async function isFromRestored(parts: GamesParts, account: GameAccountRow): Promise<boolean> {
  const restoredAt = await parts.operator.lastRestoredAt()
  return restoredAt !== null && (account.comparedAt === null || account.comparedAt <= restoredAt)
}

/**
 * Reads what of a member was not compared since an older copy of the database was put in place. Answers whether all of it
 * is now: what he has may be at a game that does not answer (beyond 7.12).
 */
export async function compareRestored(parts: GamesParts, memberId: string): Promise<boolean> {
  const restoredAt = await parts.operator.lastRestoredAt()
  if (restoredAt === null) return true
  const uncompared = () => listUncompared(parts.database, memberId, restoredAt)
  const accounts = await uncompared()
  if (accounts.length === 0) return true
  const games = await parts.operator.games()
  await Promise.all(
    accounts.map(async (account) => {
      const game = games.find(({ code }) => code === account.code)
      if (game !== undefined) await refreshAccount(parts, account, game)
    }),
  )
  return (await uncompared()).length === 0
}

/** Before a difference is booked, transfers that were given up are asked about once more (ruling 1.2). */
async function lookAtWatched(parts: GamesParts, account: GameAccountRow): Promise<'clear' | 'booked' | 'unknown'> {
  let result: 'clear' | 'booked' = 'clear'
  for (const leg of await listWatchedLegs(parts.database, account.memberId, account.code)) {
    const found = await lookAgain(parts, leg)
    // Taken as done and denied only once: what differs may be this very transfer.
    if (found === 'unknown' || (found === 'clear' && leg.state === 'assumed')) return 'unknown'
    if (found === 'booked') result = 'booked'
  }
  return result
}

function submitResult(parts: GamesParts, account: GameAccountRow): (result: BookableResult) => Promise<boolean> {
  return async (result) => (await parts.ledger.submit(resultSubmission(parts, account, result))).ok
}

/** The booking of a result; refused when the account or the member's standing moved since it was read. */
export function resultSubmission(
  parts: GamesParts,
  account: GameAccountRow,
  { differenceMinor, version, booking }: BookableResult,
): Submission {
  const name = gameAccountName(account.memberId, account.code)
  const house = providerAccount(account.code)
  const isWin = differenceMinor > 0
  return {
    movements:
      differenceMinor === 0
        ? []
        : [
            {
              kind: 'post',
              // One booking for one version of the account: two readings of the same moment cannot both be booked.
              id: deriveId(name, 'result', String(version)),
              from: isWin ? house : name,
              to: isWin ? name : house,
              amountMinor: Math.abs(differenceMinor),
              code: 'game-result',
              ...resultWords(account, booking.bonusId),
              occurredAt: parts.clock.now(),
            },
          ],
    // Nothing was pending at this version, and every hold moves it: the guard need not say `idle` too.
    guards: [{ account: name, version }, booking.guard],
    rows: booking.marks,
    news: differenceMinor === 0 ? [] : [walletNews(account.memberId, 'game-result')],
  }
}

/** Reads all active accounts of a member, side by side; games without an account are listed with nothing in them. */
export async function refreshAll(parts: GamesParts, memberId: string): Promise<Refreshed[]> {
  const [games, accounts] = await Promise.all([parts.operator.games(), listAccounts(parts.database, memberId)])
  return Promise.all(
    games.flatMap((game): Promise<Refreshed>[] => {
      const account = accounts.find((one) => one.code === game.code && one.state === 'active')
      if (account !== undefined) return [refreshAccount(parts, account, game)]
      return game.isOffered ? [Promise.resolve(isNowhere(game))] : []
    }),
  )
}
