import type { Code } from './codes.ts'

/**
 * What each call that moves money or grants something refuses with: after one of these nothing moves any more under its
 * key. Apart from the calls themselves, so that an app can hold an answer against them without the shapes. REQUEST_LIMIT
 * is in none: it turns a question away at the door and says nothing about what was sent before.
 */

const MOVE_REFUSALS = [
  'TRANSFER_MINIMUM',
  'MONEY_NOT_ENOUGH',
  'SLOT_NO_ACCOUNT',
  'NO_GAME',
  'TRANSFER_PENDING',
  'BONUS_REMAINING',
  'TRANSFER_FAIL',
] as const satisfies readonly Code[]

export const TRANSFER_REFUSALS = [...MOVE_REFUSALS, 'TRANSFER_SAME'] as const satisfies readonly Code[]
export const TRANSFER_ALL_REFUSALS = MOVE_REFUSALS

export const WITHDRAW_REFUSALS = [
  'WITHDRAW_MINIMUM',
  'WITHDRAW_MAXIMUM',
  'WITHDRAW_LIMIT',
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'BONUS_REMAINING',
] as const satisfies readonly Code[]

export const WITHDRAW_ALL_REFUSALS = [
  ...WITHDRAW_REFUSALS,
  'TRANSFER_PENDING',
  'TRANSFER_FAIL',
] as const satisfies readonly Code[]

export const NOTICE_REFUSALS = ['NO_DATA', 'DEPOSIT_MINIMUM'] as const satisfies readonly Code[]

export const QR_REFUSALS = [
  'NO_BANK',
  'QR_FAIL',
  'DEPOSIT_MINIMUM',
  'BONUS_REMAINING',
] as const satisfies readonly Code[]

export const SLIP_REFUSALS = [
  'SLIP_NO_FILE',
  'SLIP_INVALID_FILE',
  'FILE_TOO_LARGE',
  'SLIP_UPLOAD_FAIL',
  'SLIP_CLOSED',
] as const satisfies readonly Code[]

export const GIFT_REFUSALS = [
  'NO_DATA',
  'TRUELINK_INVALID',
  'TRUELINK_DUPLICATE',
  'DEPOSIT_MINIMUM',
  'BONUS_REMAINING',
] as const satisfies readonly Code[]

export const BONUS_ACTIVATE_REFUSALS = [
  'BONUS_ALREADY_ACTIVE',
  'BONUS_MAX_CLAIMED',
  'NO_DATA',
] as const satisfies readonly Code[]

export const BONUS_CLEAR_REFUSALS = [
  'BONUS_CONDITION',
  'TRANSFER_PENDING',
  'TRANSFER_FAIL',
  'NO_DATA',
] as const satisfies readonly Code[]

export const PROMOTION_REFUSALS = [
  'NO_PROMOTION',
  'PROMOTION_RECEIVED',
  'BONUS_FULL',
  'BONUS_ALREADY_ACTIVE',
] as const satisfies readonly Code[]

export const INVITE_REFUSALS = [
  'INVITE_INACTIVE',
  'NO_INVITEE_PLAY_INFO',
  'INVITE_COLLECT',
  'NO_INVITE_BONUS',
  'BONUS_REMAINING',
  'INVITE_BONUS_FAIL',
] as const satisfies readonly Code[]

export const REFUND_RECEIVE_REFUSALS = [
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_INACTIVE',
  'BONUS_REMAINING',
] as const satisfies readonly Code[]

export const REFUND_ADD_REFUSALS = ['REFUND_MINIMUM', 'NO_REFUND', 'BONUS_REMAINING'] as const satisfies readonly Code[]
