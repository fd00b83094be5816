import { autoLoginOf } from '@krapao/contract'
import type { GameAccount } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import { deriveId } from '../../platform/ids.ts'
import type { GameSetting } from '../operator/index.ts'
import { makePassword, makeUsername } from './credentials.ts'
import type { GamesParts } from './games.parts.ts'
import { gameAccountName, providerAccount, readAmounts, requireGame, suspenseAccount } from './games.parts.ts'
import { wireFactor } from './games.rules.ts'
import {
  type GameAccountRow,
  acceptCandidate,
  addAccount,
  findAccount,
  keepCandidate,
  listAccounts,
  markActive,
  noteAttempt,
  renameAccount,
} from './games.store.ts'

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
  }
}

/** All games that the operator offers, as this member has them (GAM-006). Amounts are the ledger's, posted less held. */
export async function listGameAccounts(
  parts: GamesParts,
  memberId: string,
  language: Language,
): Promise<GameAccount[]> {
  const [games, accounts] = await Promise.all([parts.operator.games(), listAccounts(parts.database, memberId)])
  const active = new Set(accounts.filter((account) => account.state === 'active').map((account) => account.code))
  const { gamesMinor } = await readAmounts(parts, memberId, [...active])
  return games.map((game) => wireAccount(game, language, active.has(game.code), gamesMinor.get(game.code) ?? 0))
}

/** The member's active account at a game; refuses with SLOT_NO_ACCOUNT (404) when there is none. */
export async function requireAccount(parts: GamesParts, memberId: string, code: string): Promise<GameAccountRow> {
  const account = await findAccount(parts.database, memberId, code)
  return account !== null && account.state === 'active' ? account : refuse('SLOT_NO_ACCOUNT')
}

/**
 * Opens an account at a provider (GAM-008, GAM-015). The name and password are ours and are kept before the call, so
 * that a call whose answer was lost is tried again with the same ones. Refuses with NO_GAME, SLOT_ALREADY_ACTIVE, or
 * SLOT_ACTIVATE_FAIL (502) when the provider did not confirm.
 */
export async function activate(
  parts: GamesParts,
  memberId: string,
  code: string,
  language: Language,
): Promise<GameAccount> {
  const game = await requireGame(parts, code)
  const id = deriveId(memberId, 'game-account', code)
  const now = parts.clock.now()
  await addAccount(parts.database, {
    id,
    memberId,
    code,
    username: makeUsername(),
    passwordSealed: parts.sealer.seal(makePassword()),
    now,
  })
  const account = await findAccount(parts.database, memberId, code)
  if (account === null) return refuse('SLOT_ACTIVATE_FAIL')
  if (account.state === 'active') return refuse('SLOT_ALREADY_ACTIVE')
  if (!(await isMadeAtProvider(parts, account))) {
    const left = await findAccount(parts.database, memberId, code)
    return refuse(left?.state === 'active' ? 'SLOT_ALREADY_ACTIVE' : 'SLOT_ACTIVATE_FAIL')
  }
  const isFirst = await parts.database.transaction(async (tx) => {
    await parts.ledger.open(tx, [
      { account: gameAccountName(memberId, code), currency: 'BAHT', floorMinor: 0 },
      { account: providerAccount(code), currency: 'BAHT', floorMinor: null },
      { account: suspenseAccount, currency: 'BAHT', floorMinor: null },
    ])
    return markActive(tx, account.id, parts.clock.now())
  })
  if (!isFirst) return refuse('SLOT_ALREADY_ACTIVE')
  return wireAccount(game, language, true, 0)
}

/**
 * Asks the provider to make the account. "Exists" is a failure unless an earlier answer may have been lost and the
 * provider says that the name carries our reference (ruling 1.9); a name that is somebody else's is given up.
 */
async function isMadeAtProvider(parts: GamesParts, account: GameAccountRow): Promise<boolean> {
  if (!(await noteAttempt(parts.database, account))) return false
  const provider = parts.providers(account.code)
  const password = parts.sealer.open(account.passwordSealed)
  const outcome = await provider.create({ username: account.username, password, reference: account.id })
  if (outcome === 'created') return true
  if (outcome !== 'exists') return false
  const reading = await provider.read(account.username)
  if (reading !== null && reading.found && reading.reference === account.id) return true
  if (reading !== null) await renameAccount(parts.database, account, makeUsername())
  return false
}

/** The name and password of the member's account at a provider (GAM-002, GAM-007). */
export async function credentials(
  parts: GamesParts,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string }> {
  await requireGame(parts, code)
  const account = await requireAccount(parts, memberId, code)
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
  await requireGame(parts, code)
  const account = await requireAccount(parts, memberId, code)
  const password = makePassword()
  const candidateSealed = parts.sealer.seal(password)
  await keepCandidate(parts.database, account.id, candidateSealed)
  const outcome = await parts.providers(code).setPassword(account.username, password)
  if (outcome !== 'done') return refuse('SLOT_RESET_PASSWORD_FAIL')
  if (!(await acceptCandidate(parts.database, account.id, candidateSealed))) return refuse('SLOT_RESET_PASSWORD_FAIL')
  return { username: account.username, password }
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
  const arguments_ = request.provider === request.provider.toLowerCase() ? autoLoginOf(request.provider) : null
  if (arguments_ === null) return refuse('NO_GAME')
  const code = request.provider.toUpperCase()
  await requireGame(parts, code)
  const account = await requireAccount(parts, memberId, code)
  if (account.username !== request.username) return refuse('SLOT_NO_ACCOUNT')
  if (arguments_ === 'username-and-password') {
    if (request.password === undefined) return refuse('NO_DATA', { status: 400, details: { fields: ['password'] } })
    if (request.password !== parts.sealer.open(account.passwordSealed)) return refuse('SLOT_NO_ACCOUNT')
  }
  const password = arguments_ === 'username-and-password' ? (request.password ?? null) : null
  const link = await parts.providers(code).launch(account.username, password)
  return link === null ? refuse('LOGIN_FAIL', { status: 502 }) : { link }
}
