import type { Movement, News, RowWrite } from '@krapao/ledger'
import { insertOf } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { houseBonus } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import { isExcluded, type Standing, standingUpdate, walletAccount, walletNews } from '../../members/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { bonusFor } from '../terms/terms.rules.ts'
import { bonusUpdate, lineRow } from './bonus-rows.ts'
import { ARMED_MAX_MS } from './bonus.rules.ts'
import { grantTransfer, userBonusById } from './user-bonuses.store.ts'

/** A deposit that is being credited. */
export interface CreditedDeposit {
  memberId: string
  depositId: string
  /** Satang for the wallet. */
  amountMinor: number
  at: Date
}

/** What else the submission of a credit carries; all empty when the deposit grants nothing. */
export interface DepositGrant {
  movements: readonly Movement[]
  rows: readonly RowWrite[]
  news: readonly News[]
}

const nothing: DepositGrant = { movements: [], rows: [], news: [] }

/**
 * The bonus that a deposit brings its member (rulings 4.1): the armed one, when the deposit is large enough and comes
 * within a day, whether or not the job has given the bonus back by then. The parts belong into the same submission as the
 * credit. They are refused with GUARD_MOVED when the bonus or the member's standing moved since they were read; then they
 * are asked for again.
 */
export async function grantFor(parts: RewardsParts, tx: Sql, deposit: CreditedDeposit): Promise<DepositGrant> {
  const { memberId, depositId, amountMinor, at } = deposit
  const standing = await parts.members.standing(tx, memberId)
  if (standing.bonusState !== 'armed' || standing.bonusId === null) return nothing
  // What he armed before he took a break is given back; the deposit is his all the same.
  if (isExcluded(standing, at)) return nothing
  const bonus = await userBonusById(tx, standing.bonusId)
  const bonusMinor = bonus === null ? 0 : bonusFor(bonus.terms, amountMinor)
  if (bonus === null || bonus.state !== 'armed' || bonusMinor === 0) return nothing
  if (at.getTime() - bonus.armedAt.getTime() >= ARMED_MAX_MS) return nothing
  const grant: Movement = {
    kind: 'post',
    id: grantTransfer(bonus.id),
    from: houseBonus,
    to: walletAccount(memberId),
    amountMinor: bonusMinor,
    code: 'bonus',
    reference: bonus.id,
    occurredAt: at,
  }
  const granted = {
    depositId,
    bonusMinor,
    baseMinor: amountMinor + bonusMinor,
    grantedAt: at,
  }
  return {
    movements: [grant],
    rows: [
      bonusUpdate(bonus, 'granted', granted),
      standingUpdate(memberId, standing, { state: 'granted', id: bonus.id }),
      lineRow(bonus, { id: deriveId(bonus.id, 'received'), kind: 'bonus', amountMinor: bonusMinor, at }),
      parts.games.firstReadingRow(memberId, bonus.id, at),
    ],
    news: [walletNews(memberId, 'bonus')],
  }
}

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

/** What rewards are called in the statement. */
export const namesOfRewards = {
  invite: { th: 'โบนัสชวนเพื่อน', lo: 'ໂບນັດຊວນໝູ່', en: 'Invite bonus' },
  refund: { th: 'เงินคืนยอดเสีย', lo: 'ເງິນຄືນຍອດເສຍ', en: 'Refund of losses' },
} as const

/**
 * Makes a bonus of a refund or an invite bonus as it comes into the wallet (decisions 2.86): granted at once, without a
 * deposit, its base the amount itself. The standing must be one without a bonus.
 */
export function grantReward({ games }: RewardsParts, grant: GrantOfReward): readonly RowWrite[] {
  const { memberId, kind, amountMinor, percentFail, percentSuccess, at, standing } = grant
  const id = deriveId(grant.id, 'bonus')
  const bonus = insertOf('user_bonus', {
    id,
    memberId,
    source: kind,
    code: kind.toUpperCase(),
    terms: {
      kind: 'limit',
      percentHundredths: null,
      fixedMinor: amountMinor,
      capMinor: null,
      minDepositMinor: 1,
      percentFail,
      percentSuccess,
      names: namesOfRewards[kind],
      descriptions: namesOfRewards[kind],
    },
    state: 'granted',
    armedAt: at,
    bonusMinor: amountMinor,
    baseMinor: amountMinor,
    grantedAt: at,
  })
  return [bonus, standingUpdate(memberId, standing, { state: 'granted', id }), games.firstReadingRow(memberId, id, at)]
}
