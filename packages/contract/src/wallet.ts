import * as v from 'valibot'
import { memberCall } from './call.ts'
import { SLIP_BYTES_MAX, SLIP_IMAGE_TYPES } from './limits.ts'
import {
  GIFT_REFUSALS,
  NOTICE_REFUSALS,
  SLIP_REFUSALS,
  TRANSFER_ALL_REFUSALS,
  TRANSFER_REFUSALS,
  WITHDRAW_ALL_REFUSALS,
  WITHDRAW_REFUSALS,
} from './money-refusals.ts'
import { amount, bankAccount, gameAccount, id, inviteBonus, profile, sentAmount, slip, text, wallet } from './shapes.ts'

/** The wallet, the game accounts, money between them, and deposits and withdrawals that are no QR. */

const slotCode = v.object({ slotCode: text(64, 'NO_GAME') })
const credentials = v.object({ username: v.string(), password: v.string() })
const settled = v.picklist(['SUCCESS', 'IN_PROGRESS'])

export const walletAmount = memberCall('walletAmount', 'GET /api/wallet', {
  summary: 'Money in the main wallet',
  answer: wallet,
  codes: ['NO_WALLET'],
})

export const walletHome = memberCall('walletHome', 'GET /api/wallet/home', {
  summary: 'All that the home screen shows',
  answer: v.object({
    profile,
    bankAccount,
    wallet,
    invite: inviteBonus,
    slots: v.array(gameAccount),
    protection: v.pipe(
      v.optional(v.object({ isExcluded: v.boolean(), hasLimits: v.boolean() })),
      v.description('Absent of who has set nothing; else GET /api/protection tells more'),
    ),
  }),
  codes: ['NO_WALLET'],
})

export const walletRefreshSlot = memberCall('walletRefreshSlot', 'GET /api/wallet/refresh/slot', {
  summary: 'Reads all game accounts at their providers; one that does not answer keeps its amount and is stale',
  answer: v.object({
    wallet,
    slots: v.array(v.object({ code: v.string(), amount, isActive: v.boolean(), stale: v.boolean() })),
  }),
})

export const walletActivate = memberCall('walletActivate', 'GET /api/wallet/activate/:slotCode', {
  summary: 'Opens an account at a game provider',
  params: slotCode,
  answer: gameAccount,
  codes: ['NO_GAME', 'SLOT_ALREADY_ACTIVE', 'REQUEST_IN_PROGRESS', 'SLOT_ACTIVATE_FAIL', 'EXCLUDED'],
})

export const walletAccount = memberCall('walletAccount', 'GET /api/wallet/account/:slotCode', {
  summary: 'User name and password at a game provider',
  params: slotCode,
  answer: credentials,
  codes: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'EXCLUDED'],
})

export const walletResetPassword = memberCall('walletResetPassword', 'GET /api/wallet/resetpassword/:slotCode', {
  summary: 'Sets a new password at a game provider',
  params: slotCode,
  answer: credentials,
  codes: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL', 'EXCLUDED'],
})

export const walletAdd = memberCall('walletAdd', 'POST /api/wallet/add', {
  summary: 'Announces a deposit made by hand; credits nothing',
  body: v.object({ amount: sentAmount('DEPOSIT_MINIMUM') }),
  answer: v.object({ message: v.string(), amount }),
  codes: [...NOTICE_REFUSALS, 'REQUEST_LIMIT'],
  idempotent: true,
})

export const walletTransfer = memberCall('walletTransfer', 'POST /api/wallet/transfer', {
  summary: 'Moves money between WALLET and game accounts',
  body: v.object({ from: text(64, 'NO_GAME'), to: text(64, 'NO_GAME'), amount: sentAmount('TRANSFER_MINIMUM') }),
  answer: v.object({ _id: id, wallet, slots: v.array(v.object({ code: v.string(), amount })), status: settled }),
  codes: TRANSFER_REFUSALS,
  idempotent: true,
})

export const walletTransferAll = memberCall('walletTransferAll', 'POST /api/wallet/transferAll', {
  summary: 'Moves the whole main wallet into a game, or with WALLET the balances of all games back',
  body: v.object({ to: text(64, 'NO_GAME') }),
  answer: v.object({
    wallet,
    slots: v.array(
      v.object({
        code: v.string(),
        amount,
        moved: amount,
        status: v.picklist(['SUCCESS', 'IN_PROGRESS', 'FAILED', 'NONE']),
        stale: v.boolean(),
      }),
    ),
    status: settled,
  }),
  codes: TRANSFER_ALL_REFUSALS,
  idempotent: true,
})

const withdrawal = v.object({ _id: id, status: v.picklist(['SUCCESS', 'FAILED', 'IN_PROGRESS']), amount, wallet })

export const walletWithdraw = memberCall('walletWithdraw', 'POST /api/wallet/withdraw', {
  summary: 'Withdraws money of the main wallet to the bank account of the member',
  body: v.object({ amount: sentAmount('WITHDRAW_MINIMUM') }),
  answer: withdrawal,
  codes: WITHDRAW_REFUSALS,
  idempotent: true,
})

export const walletWithdrawAll = memberCall('walletWithdrawAll', 'POST /api/wallet/withdrawAll', {
  summary: 'Brings home from the games what the main wallet lacks, then withdraws',
  body: v.object({ amount: sentAmount('WITHDRAW_MINIMUM') }),
  answer: withdrawal,
  codes: WITHDRAW_ALL_REFUSALS,
  idempotent: true,
})

export const walletSlip = memberCall('walletSlip', 'POST /api/wallet/slip', {
  summary: 'Takes the image of a bank slip as proof of a deposit',
  upload: {
    maxBytes: SLIP_BYTES_MAX,
    types: SLIP_IMAGE_TYPES,
    noFileCode: 'SLIP_NO_FILE',
    wrongTypeCode: 'SLIP_INVALID_FILE',
  },
  answer: v.object({ slip }),
  codes: [...SLIP_REFUSALS, 'REQUEST_LIMIT'],
  idempotent: true,
})

export const walletTruelink = memberCall('walletTruelink', 'POST /api/wallet/truelink', {
  summary: 'Redeems a gift link of the prepaid wallet; the link comes encrypted, and NO_DATA: the operator takes none',
  body: v.object({ link: text(4096, 'TRUELINK_INVALID') }),
  answer: v.object({ amount: v.optional(amount), wallet: v.optional(wallet), status: v.optional(settled) }),
  codes: [...GIFT_REFUSALS, 'REQUEST_LIMIT'],
  idempotent: true,
})

export const autoLogin = memberCall('autoLogin', 'GET /api/autoLogin/:provider/:username/:password?', {
  summary: 'A link that logs the member in at the game provider',
  params: v.object({
    provider: text(64, 'NO_GAME'),
    username: text(128, 'SLOT_NO_ACCOUNT'),
    password: v.optional(text(256, 'SLOT_NO_ACCOUNT')),
  }),
  answer: v.object({ link: v.string() }),
  codes: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'LOGIN_FAIL', 'EXCLUDED', 'LIMIT_REACHED'],
})
