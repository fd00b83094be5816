import type { Code } from './codes.ts'

/**
 * What each call that moves money or grants something refuses with: after one of these nothing moves any more under its
 * key. Apart from the calls themselves, so that an app can hold an answer against them without the shapes. REQUEST_LIMIT
 * is in none: it turns a question away at the door and says nothing about what was sent before.
 */

/** Codes of the catalogue, each known by its own type. */
/* @__NO_SIDE_EFFECTS__ */
function refusals<const Codes extends readonly Code[]>(...codes: Codes): Codes {
  return codes
}

const MOVE_REFUSALS = refusals(
  'TRANSFER_MINIMUM',
  'MONEY_NOT_ENOUGH',
  'SLOT_NO_ACCOUNT',
  'NO_GAME',
  'TRANSFER_PENDING',
  'BONUS_REMAINING',
  'TRANSFER_FAIL',
  'EXCLUDED',
  'LIMIT_REACHED',
  'GAME_MAINTENANCE',
)

export const TRANSFER_REFUSALS = refusals(...MOVE_REFUSALS, 'TRANSFER_SAME')
export const TRANSFER_ALL_REFUSALS = MOVE_REFUSALS

export const WITHDRAW_REFUSALS = refusals(
  'WITHDRAW_MINIMUM',
  'WITHDRAW_MAXIMUM',
  'WITHDRAW_LIMIT',
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'BONUS_REMAINING',
  'STEP_UP',
)

export const WITHDRAW_ALL_REFUSALS = refusals(...WITHDRAW_REFUSALS, 'TRANSFER_PENDING', 'TRANSFER_FAIL')

export const NOTICE_REFUSALS = refusals('NO_DATA', 'DEPOSIT_MINIMUM')

export const QR_REFUSALS = refusals(
  'NO_BANK',
  'QR_FAIL',
  'DEPOSIT_MINIMUM',
  'BONUS_REMAINING',
  'EXCLUDED',
  'LIMIT_REACHED',
)

export const SLIP_REFUSALS = refusals(
  'SLIP_NO_FILE',
  'SLIP_INVALID_FILE',
  'FILE_TOO_LARGE',
  'SLIP_UPLOAD_FAIL',
  'SLIP_CLOSED',
)

export const GIFT_REFUSALS = refusals(
  'NO_DATA',
  'TRUELINK_INVALID',
  'TRUELINK_DUPLICATE',
  'DEPOSIT_MINIMUM',
  'BONUS_REMAINING',
  'EXCLUDED',
  'LIMIT_REACHED',
)

export const BONUS_ACTIVATE_REFUSALS = refusals(
  'BONUS_ALREADY_ACTIVE',
  'BONUS_MAX_CLAIMED',
  'BONUS_FULL',
  'NO_DATA',
  'EXCLUDED',
)

export const BONUS_CLEAR_REFUSALS = refusals('BONUS_CONDITION', 'TRANSFER_PENDING', 'TRANSFER_FAIL', 'NO_DATA')

export const PROMOTION_REFUSALS = refusals(
  'NO_PROMOTION',
  'PROMOTION_RECEIVED',
  'BONUS_FULL',
  'BONUS_ALREADY_ACTIVE',
  'EXCLUDED',
)

export const INVITE_REFUSALS = refusals(
  'INVITE_INACTIVE',
  'NO_INVITEE_PLAY_INFO',
  'INVITE_COLLECT',
  'NO_INVITE_BONUS',
  'BONUS_REMAINING',
  'INVITE_BONUS_FAIL',
  'EXCLUDED',
)

export const REFUND_RECEIVE_REFUSALS = refusals(
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_INACTIVE',
  'BONUS_REMAINING',
  'EXCLUDED',
)

export const REFUND_ADD_REFUSALS = refusals('REFUND_MINIMUM', 'NO_REFUND', 'BONUS_REMAINING', 'EXCLUDED')

/** Of all deeds of the staff: what one of them is refused with once it is looked at. */
export const STAFF_REFUSALS = refusals(
  'NO_DATA',
  'MOVED_ON',
  'SELF_APPROVAL',
  'MONEY_NOT_ENOUGH',
  'LIMIT_REACHED',
  'STILL_OPEN',
  'SLOT_ALREADY_ACTIVE',
  'SLOT_ACTIVATE_FAIL',
)
