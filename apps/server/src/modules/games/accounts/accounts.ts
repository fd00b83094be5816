import type { GameAccount } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/http/index.ts'
import { houseSuspense } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import { makePassword, makeUsername } from './credentials.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName, providerAccount, readAmounts } from './ledger-accounts.ts'
import { requireGame, requireOffered } from './offered-games.ts'
import { wireFactor } from '../games.rules.ts'
import { newSession } from './sessions.ts'
import {
  type GameAccountRow,
  acceptCandidate,
  addAccount,
  claimOpening,
  findAccount,
  giveUpOpening,
  keepCandidate,
  listAccounts,
  markActive,
} from './accounts.store.ts'
import { updateOf } from '../../../platform/database/put-row.ts'

/** A game as the wire shows it: with the member's money in it when he has an account there. */
function wireAccount(game: GameSetting, language: Language, isActive: boolean, amountMinor: number): GameAccount {
  return {
    code: game.code,
    name: game.names[language],
    logo: game.logo,
    background: game.background,
    isActive,
    amount: toWireAmount(amountMinor),
    ftWalletSlot: wireFactor(game.factorTenThousandths),
    category: game.category,
    web: game.web,
    android: game.android,
    ios: game.ios,
    autoLogin: game.autoLogin,
  }
}

/**
 * All games that the operator offers, and those where he has an account, as this member has them (GAM-006). Amounts are
 * the ledger's, posted less held.
 */
export async function listGameAccounts(
  parts: GamesParts,
  memberId: string,
  language: Language,
): Promise<GameAccount[]> {
  const [games, accounts] = await Promise.all([parts.operator.games(), listAccounts(parts.database, memberId)])
  const active = new Set(accounts.filter((account) => account.state === 'active').map((account) => account.code))
  const { gamesMinor } = await readAmounts(parts, memberId, [...active])
  // What is offered no more is shown to who has an account there: money comes out of it.
  return games
    .filter((game) => game.isOffered || active.has(game.code))
    .map((game) => wireAccount(game, language, active.has(game.code), gamesMinor.get(game.code) ?? 0))
}

/** The member's active account at a game; refuses with SLOT_NO_ACCOUNT (404) when there is none. */
export async function requireAccount(parts: GamesParts, memberId: string, code: string): Promise<GameAccountRow> {
  const account = await findAccount(parts.database, memberId, code)
  return account !== null && account.state === 'active' ? account : refuse('SLOT_NO_ACCOUNT')
}

/** Who may not play opens no account, enters none, and is told no name and password to enter it by elsewhere. */
export async function requireEntry(
  parts: GamesParts,
  memberId: string,
  action: 'launch' | 'game-account',
): Promise<void> {
  const standing = await parts.members.standing(parts.database, memberId)
  await parts.members.gate(parts.database, { memberId, action, standing, amountMinor: 0 })
}

/** For so long one activation has an account for itself: two calls to a provider, and a little. */
const CLAIM_MS = 25_000

/**
 * Opens an account at a provider (GAM-008, GAM-015), one call at a time for a member and game (beyond 7.11). The name and
 * password are ours and are kept before the call, so that a call whose answer was lost is tried again with the same ones.
 * One whose name the provider does not know any more is made anew. Refuses with NO_GAME, SLOT_ALREADY_ACTIVE,
 * REQUEST_IN_PROGRESS while another call opens it, or SLOT_ACTIVATE_FAIL (502) when the provider did not confirm.
 */
export async function activate(
  parts: GamesParts,
  memberId: string,
  code: string,
  language: Language,
): Promise<GameAccount> {
  await requireEntry(parts, memberId, 'game-account')
  const game = await requireOffered(parts, code)
  const id = deriveId(memberId, 'game-account', code)
  await addAccount(parts.database, {
    id,
    memberId,
    code,
    username: makeUsername(),
    passwordSealed: parts.sealer.seal(makePassword()),
    createdAt: parts.clock.now(),
  })
  const account = await findAccount(parts.database, memberId, code)
  if (account === null) return refuse('SLOT_ACTIVATE_FAIL')
  const present = account.state === 'active' ? await findIfMissing(parts, account) : account
  if (present === null) return refuse('SLOT_ALREADY_ACTIVE')
  await openGameAccount(parts, present)
  return wireAccount(game, language, true, 0)
}

/** An open account whose provider says that it knows no such name, marked so; null for all others. */
async function findIfMissing(parts: GamesParts, account: GameAccountRow): Promise<GameAccountRow | null> {
  const name = gameAccountName(account.memberId, account.code)
  const before = (await parts.ledger.states(parts.database, [name])).get(name)
  const reading = await (await parts.providers(account.code)).read(account.username)
  if (reading === null || reading.found || before === undefined) return null
  if (!(await markMissing(parts, account, before))) return null
  const present = await findAccount(parts.database, account.memberId, account.code)
  return present?.state === 'missing' ? present : null
}

/**
 * Makes an account anew whose provider knows no such name, for a person; refuses with NO_DATA (404) when there is none, with
 * MOVED_ON where the provider knows it or says nothing, or it holds money by the books, and as `activate` does.
 */
export async function renewGameAccount(
  parts: GamesParts,
  { memberId, code, by }: { memberId: string; code: string; by: By },
): Promise<void> {
  const account = (await findAccount(parts.database, memberId, code)) ?? refuse('NO_DATA', { status: 404 })
  const missing = account.state === 'active' ? await findIfMissing(parts, account) : account
  if (missing === null) refuse('MOVED_ON', { details: { what: 'KNOWN' } })
  await openGameAccount(parts, missing, by)
}

/**
 * Makes an account at its provider that is not open, or not any more, and opens it; refuses as `activate` does. Where a
 * person has it made, and not the member himself, that is his deed.
 */
async function openGameAccount(parts: GamesParts, account: GameAccountRow, by: By | null = null): Promise<void> {
  const { memberId, code } = account
  const now = parts.clock.now()
  const claimed = await claimOpening(parts.database, account, now, new Date(now.getTime() + CLAIM_MS))
  if (claimed === null) {
    const present = await findAccount(parts.database, memberId, code)
    return refuse(present?.state === 'active' ? 'SLOT_ALREADY_ACTIVE' : 'REQUEST_IN_PROGRESS')
  }
  const made = await makeAtProvider(parts, claimed)
  if (made !== 'made') {
    // A name that is somebody else's is given up; one that was open before is ours whatever the provider says of it.
    await giveUpOpening(parts.database, claimed, made === 'taken' ? makeUsername() : claimed.username)
    return refuse('SLOT_ACTIVATE_FAIL')
  }
  const isOurs = await parts.database.transaction(async (tx) => {
    await parts.ledger.open(tx, [
      { account: gameAccountName(memberId, code), currency: 'BAHT', floorMinor: 0 },
      { account: providerAccount(code), currency: 'BAHT', floorMinor: null },
      { account: houseSuspense, currency: 'BAHT', floorMinor: null },
    ])
    const at = parts.clock.now()
    if (!(await markActive(tx, claimed, at))) return false
    if (by === null) return true
    const facts = { before: { game: code, state: claimed.state }, after: { game: code, state: 'active' } }
    await writeDeed(tx, { ...by, deed: 'game-account-renewed', memberId, ...facts, at })
    return true
  })
  if (!isOurs) {
    const present = await findAccount(parts.database, memberId, code)
    return refuse(present?.state === 'active' ? 'SLOT_ALREADY_ACTIVE' : 'SLOT_ACTIVATE_FAIL')
  }
}

/**
 * Asks the provider to make a claimed account. "Exists" is a failure unless the name was open before, or an earlier
 * answer may have been lost and the provider says that the name carries our reference (ruling 1.9).
 */
async function makeAtProvider(parts: GamesParts, claimed: GameAccountRow): Promise<'made' | 'taken' | 'unknown'> {
  const provider = await parts.providers(claimed.code)
  const password = parts.sealer.open(claimed.passwordSealed)
  const outcome = await provider.create({ username: claimed.username, password, reference: claimed.id })
  if (outcome === 'created') return 'made'
  if (outcome !== 'exists') return 'unknown'
  if (claimed.state === 'missing') return 'made'
  const reading = await provider.read(claimed.username)
  if (reading === null) return 'unknown'
  return reading.found && reading.reference === claimed.id ? 'made' : 'taken'
}

/**
 * Marks an open account of which nothing is held, booked or under way as unknown to its provider: from then on it is shown
 * as one to open. False when there is money in it, or it moved since `before` was read: then a person looks at it.
 */
export async function markMissing(
  parts: GamesParts,
  account: GameAccountRow,
  before: { version: number; postedMinor: number; pendingCount: number },
): Promise<boolean> {
  if (before.postedMinor !== 0 || before.pendingCount > 0) {
    parts.logger.error({ account: account.id, code: account.code }, 'a provider does not know an account with money')
    return false
  }
  const { memberId, code } = account
  const outcome = await parts.ledger.submit({
    movements: [],
    guards: [{ account: gameAccountName(memberId, code), version: before.version }],
    rows: [updateOf('game_account', account, { state: 'missing' })],
  })
  return outcome.ok
}

/** The name and password of the member's account at a provider (GAM-002, GAM-007). */
export async function credentials(
  parts: GamesParts,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string }> {
  await requireEntry(parts, memberId, 'game-account')
  await requireGame(parts, code)
  const account = await requireAccount(parts, memberId, code)
  // Who was excluded meanwhile has another one by now, which is not his to know.
  await requireEntry(parts, memberId, 'game-account')
  return { username: account.username, password: parts.sealer.open(account.passwordSealed) }
}

/**
 * Sets a new password at the provider (GAM-003, GAM-010, GAM-017). We choose it, keep it as candidate before the call,
 * and show it only after a yes (ruling 1.9); refuses with SLOT_RESET_PASSWORD_FAIL (502) otherwise.
 */
export async function resetPassword(
  parts: GamesParts,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string }> {
  await requireEntry(parts, memberId, 'game-account')
  await requireGame(parts, code)
  const account = await requireAccount(parts, memberId, code)
  const password = await changePassword(parts, account)
  // A break that was taken while the provider was asked has locked him out: he is not told this one.
  await requireEntry(parts, memberId, 'game-account')
  return password === null ? refuse('SLOT_RESET_PASSWORD_FAIL') : { username: account.username, password }
}

/** Gives an account a new password at its provider; null when the provider did not say yes, or another change was faster. */
async function changePassword(parts: GamesParts, { id, code, username }: GameAccountRow): Promise<string | null> {
  const password = makePassword()
  const candidateSealed = parts.sealer.seal(password)
  await keepCandidate(parts.database, id, candidateSealed)
  const outcome = await (await parts.providers(code)).setPassword(username, password)
  if (outcome !== 'done') return null
  return (await acceptCandidate(parts.database, id, candidateSealed)) ? password : null
}

/**
 * Gives the member's open accounts passwords that he is not told, but for those of the named games. Where a provider has
 * no passwords nothing is to be changed: he enters by our links alone, which `requireEntry` refuses. One that cannot be
 * called gives no yes: he may know a password that it takes, and what he has there is not known, so that a person hears.
 * @returns the games that are done with, and whether others are left that gave no yes.
 */
export async function lockOut(
  parts: GamesParts,
  memberId: string,
  done: readonly string[],
): Promise<{ changed: string[]; isComplete: boolean }> {
  const accounts = (await listAccounts(parts.database, memberId)).filter(
    ({ state, code }) => state === 'active' && !done.includes(code),
  )
  const isLockedOut = async (account: GameAccountRow): Promise<boolean> =>
    (await parts.providers(account.code)).hasPasswords === false || (await changePassword(parts, account)) !== null
  const outcomes = await Promise.all(accounts.map(isLockedOut))
  const changed = accounts.flatMap(({ code }, index) => (outcomes[index] === true ? [code] : []))
  return { changed, isComplete: changed.length === accounts.length }
}

/**
 * A link that opens the game for its player (GAM-018 to GAM-030). The user name must be the caller's own, and so must
 * the password where the provider takes one. Refuses with NO_GAME, SLOT_NO_ACCOUNT, or LOGIN_FAIL (502) when the
 * provider gave no link.
 */
export async function launch(
  parts: GamesParts,
  memberId: string,
  request: { provider: string; username: string; password: string | undefined },
): Promise<{ link: string }> {
  await requireEntry(parts, memberId, 'launch')
  const code = request.provider.toUpperCase()
  const { autoLogin } = await requireOffered(parts, code)
  if (autoLogin === null || request.provider !== request.provider.toLowerCase()) return refuse('NO_GAME')
  const account = await requireAccount(parts, memberId, code)
  if (account.username !== request.username) return refuse('SLOT_NO_ACCOUNT')
  if (autoLogin === 'username-and-password') {
    if (request.password === undefined) return refuse('NO_DATA', { status: 400, details: { fields: ['password'] } })
    if (request.password !== parts.sealer.open(account.passwordSealed)) return refuse('SLOT_NO_ACCOUNT')
  }
  const password = autoLogin === 'username-and-password' ? (request.password ?? null) : null
  const link = await (
    await parts.providers(code)
  ).launch(account.username, password, () => newSession(parts, account.id))
  await requireEntry(parts, memberId, 'launch')
  return link === null ? refuse('LOGIN_FAIL', { status: 502 }) : { link }
}
