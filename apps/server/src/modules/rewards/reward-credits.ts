import { type Guard, type Ledger, type Movement, type RowWrite, spendableMinor } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { type MembersDoor, type Standing, standingGuard, walletAccount, walletNews } from '../members/index.ts'
import { FAIL_LEAST_MINOR } from './bonus.rules.ts'

export type RewardKind = 'refund' | 'invite'

/** Money of a member that becomes a bonus as it reaches the wallet (decisions 2.86). */
export interface GrantOfReward {
  /** Of the credit; made from the request. */
  id: string
  memberId: string
  kind: RewardKind
  amountMinor: number
  percentFail: number
  percentSuccess: number
  at: Date
  standing: Standing
}

/** What else the commit of a credit writes when its money becomes a bonus. */
export interface GrantParts {
  movements: readonly Movement[]
  rows: readonly RowWrite[]
  guards: readonly Guard[]
}

export type GrantReward = (grant: GrantOfReward) => Promise<GrantParts>

export interface RewardCreditsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  members: Pick<MembersDoor, 'standing'>
  grantReward: GrantReward
}

/** Moves all that an account of the member holds into his wallet. */
export interface CreditRequest {
  memberId: string
  /** Becomes the id of the credit and of its transfer. */
  operationId: string
  kind: RewardKind
  /** The member's account that the money stands on. */
  from: string
  /** With a success above zero the money becomes a bonus, unless it is so little that the bonus would be lost at once. */
  terms: { percentFail: number; percentSuccess: number }
  /** Refuses when there is nothing to move. */
  refuseNothing(): Promise<never>
}

export interface RewardCredits {
  /** The amount of a credit that was made under this id; null when there is none. */
  made(memberId: string, operationId: string): Promise<number | null>
  /** Moves the money once, and answers how much it was; null when it moved away again and again. */
  credit(request: CreditRequest): Promise<number | null>
  /** What an account of a member can spend, in satang; 0 when there is none. */
  amountOf(account: string): Promise<number>
}

/** Each try reads anew what moved under the last one. */
export const TRIES_MAX = 20

/** Refuses while any bonus is held, armed ones too (rulings 4.1). */
export function requireNoBonusAtAll({ bonusState }: Standing): void {
  if (bonusState !== null) refuse('BONUS_REMAINING')
}

/** Refunds and invite bonuses on their way into the wallet: one movement, one line of the statement. */
export function createRewardCredits(deps: RewardCreditsDeps): RewardCredits {
  const { database, ledger, clock, members } = deps

  async function made(memberId: string, operationId: string): Promise<number | null> {
    const [row] = await database.query<{ amountMinor: number }>(
      'select amount_minor as "amountMinor" from reward_credit where id = $1 and member_id = $2',
      [operationId, memberId],
    )
    return row?.amountMinor ?? null
  }

  async function tryOnce(request: CreditRequest): Promise<void> {
    const { memberId, operationId: id, kind, from, terms } = request
    // The money first: when another call has just made a bonus of it, it is that bonus that keeps from more.
    const state = (await ledger.states(database, [from])).get(from)
    const standing = await members.standing(database, memberId)
    requireNoBonusAtAll(standing)
    const amountMinor = spendableMinor(state)
    if (state === undefined || amountMinor <= 0) return request.refuseNothing()
    const now = clock.now()
    const grant: GrantParts =
      terms.percentSuccess === 0 || amountMinor < FAIL_LEAST_MINOR
        ? { movements: [], rows: [], guards: [standingGuard(memberId, standing)] }
        : await deps.grantReward({ id, memberId, kind, amountMinor, ...terms, at: now, standing })
    const outcome = await ledger.submit({
      movements: [
        {
          kind: 'post',
          id,
          from,
          to: walletAccount(memberId),
          amountMinor,
          code: `${kind}-credit`,
          reference: id,
          occurredAt: now,
        },
        ...grant.movements,
      ],
      guards: [{ account: from, version: state.version, idle: true }, ...grant.guards],
      rows: [creditRow(request, amountMinor, now), ...grant.rows],
      news: [walletNews(memberId, kind)],
    })
    // Somebody else moved the money, or a bonus began or ended: what holds now is read again.
    if (outcome.ok || outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return
    if (outcome.refusal === 'NO_ACCOUNT') refuse('NO_WALLET')
    throw new Error(`the ${kind} of ${memberId} was refused: ${outcome.refusal} ${outcome.detail}`)
  }

  return {
    made,
    async credit(request) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        await tryOnce(request)
        const amountMinor = await made(request.memberId, request.operationId)
        if (amountMinor !== null) return amountMinor
      }
      return null
    },
    async amountOf(account) {
      return spendableMinor((await ledger.states(database, [account])).get(account))
    },
  }
}

function creditRow({ operationId, memberId, kind }: CreditRequest, amountMinor: number, now: Date): RowWrite {
  const columns = { member_id: memberId, kind, amount_minor: amountMinor, created_at: now.toISOString() }
  return { table: 'reward_credit', insert: { id: operationId, ...columns } }
}

/** Whether a member has ever received a reward of this kind. */
export async function hasCredit(sql: Sql, memberId: string, kind: RewardKind): Promise<boolean> {
  const rows = await sql.query('select from reward_credit where member_id = $1 and kind = $2 limit 1', [memberId, kind])
  return rows.length > 0
}

/** A refund or invite bonus as a line of the statement. */
export interface RewardCreditRow {
  number: number
  id: string
  kind: RewardKind
  amountMinor: number
  createdAt: Date
}

/** Credits with movement numbers from `fromNumber` to `toNumber`, both included, or among `only`; in no order. */
export function listCreditsByNumber(
  sql: Sql,
  memberId: string,
  fromNumber: number,
  toNumber: number,
  only?: readonly number[],
): Promise<RewardCreditRow[]> {
  const numbers = only === undefined ? 'between $2 and $3' : '= any($2::bigint[])'
  return sql.query(
    `select movement_number as "number", id, kind, amount_minor as "amountMinor", created_at as "createdAt"
     from reward_credit where member_id = $1 and movement_number ${numbers}`,
    only === undefined ? [memberId, fromNumber, toNumber] : [memberId, only],
  )
}
