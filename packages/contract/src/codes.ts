/**
 * The codes that slips fail with, spelt as the specification spells them (section 8, decisions 2.34).
 * They come as the `note` of a slip in progress or failed.
 */
export const slipReasons = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
] as const

export type SlipReason = (typeof slipReasons)[number]

/** The HTTP status that each code is answered with (api.md, rulings 5.2); the success messages among them have 200. */
const statuses = {
  // Sessions: the client goes to /login, or to /terminated on `gone`.
  gone: 410,
  'invalid-token': 401,
  UNAUTHORIZED: 401,
  EXPIRED_AUTH_TOKEN: 401,
  INVALID_USER_1: 401,
  INVALID_USER_2: 401,
  INVALID_USER_3: 401,
  INVALID_USER_4: 401,
  // Authentication.
  INVALID_IP: 403,
  WRONG_CREDENTIAL: 401,
  WRONG_PASSWORD: 422,
  PASSWORD_NEEDED: 403,
  PASSKEY_LIMIT: 409,
  NO_USER: 404,
  INACTIVE_USER: 403,
  LOGIN_FAIL: 502,
  KEY_MISSING: 401,
  KEY_INVALID: 401,
  // OTP.
  OTP_BLOCK: 429,
  PROOF_NEEDED: 428,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  OTP_TOKEN_INVALID: 422,
  OTP_NOT_EXIST: 422,
  OTP_VERIFIED: 200,
  OTP_EXPIRED: 422,
  OTP_CODE_INVALID: 422,
  OTP_CODE_VALID: 200,
  OTP_SEND_FAIL: 502,
  OTP_VERIFY_FAIL: 503,
  UNVERIFIED_OTP: 422,
  // Registration.
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 422,
  INVALID_BANK: 422,
  BANK_ACCOUNT_NAME_ENG: 422,
  REGISTER_FAIL: 503,
  GAME_ACTIVATION_FAIL: 502,
  NOT_AREASLOT: 404,
  NOT_UFABET: 404,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 422,
  // Bonus and promotion.
  BONUS_REMAINING: 409,
  BONUS_ALREADY_ACTIVE: 409,
  BONUS_MAX_CLAIMED: 409,
  BONUS_CONDITION: 409,
  BONUS_CLEAR: 200,
  BONUS_FULL: 409,
  NO_PROMOTION: 404,
  PROMOTION_RECEIVED: 409,
  // Invite.
  INVITE_COLLECT: 409,
  INVITE_INACTIVE: 403,
  NO_INVITE_BONUS: 409,
  NO_INVITEE_PLAY_INFO: 409,
  INVITE_BONUS_SUCCESS: 200,
  INVITE_BONUS_FAIL: 503,
  // Refund.
  NO_REFUND: 409,
  REFUND_CONDITION: 409,
  REFUND_SUCCESS: 200,
  REFUND_INACTIVE: 403,
  REFUND_MINIMUM: 422,
  // Wallet and games.
  NO_BANK: 404,
  NO_WALLET: 404,
  NO_GAME: 404,
  SLOT_ALREADY_ACTIVE: 409,
  SLOT_ACTIVATE_FAIL: 502,
  SLOT_NO_ACCOUNT: 404,
  SLOT_RESET_PASSWORD_FAIL: 502,
  TRANSFER_MINIMUM: 422,
  TRANSFER_SAME: 422,
  TRANSFER_FAIL: 502,
  TRANSFER_PENDING: 409,
  MONEY_NOT_ENOUGH: 409,
  WITHDRAW_MINIMUM: 422,
  WITHDRAW_MAXIMUM: 422,
  WITHDRAW_LIMIT: 429,
  // Deposit.
  DEPOSIT_MINIMUM: 422,
  QR_FAIL: 502,
  SLIP_CLOSED: 409,
  SLIP_UPLOAD_FAIL: 503,
  SLIP_NO_FILE: 422,
  SLIP_INVALID_FILE: 415,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 422,
  // Chat.
  CHAT_EMPTY: 422,
  CHAT_TOO_LONG: 422,
  FILE_TOO_LARGE: 413,
  FILE_NOT_SUPPORTED: 415,
  // The support desk: another of the staff has the conversation.
  ROOM_HELD: 409,
  // His roles do not let one of the staff do this; or nobody would be left who may do everything.
  FORBIDDEN: 403,
  // It wants a factor that was given shortly before: ten minutes at the desk, five at the wallet.
  STEP_UP: 403,
  LAST_OWNER: 409,
  // What he proposed himself, another of the staff confirms.
  SELF_APPROVAL: 403,
  // It would pass what may be moved in a period.
  LIMIT_REACHED: 409,
  // The operator mends the game: money comes out of it, and none goes in.
  GAME_MAINTENANCE: 409,
  // The player takes a break or has excluded himself.
  EXCLUDED: 403,
  // What has to wait for its time: `details.from` says when it can be done.
  TOO_EARLY: 409,
  // Something of the member is not at its end: `details.open` says what.
  STILL_OPEN: 409,
  // Any call.
  IDEMPOTENCY_MISMATCH: 422,
  REQUEST_IN_PROGRESS: 409,
  // A deed of the staff: the party says that what is to be ended is still under way, or it stands in another state by now.
  MOVED_ON: 409,
  // Another of the staff has taken what waits for a decision.
  HELD: 409,
  // One of the staff comes with the password that was made for him: he chooses his own with it.
  NEW_PASSWORD: 403,
  // A button of the staff leads to a host that the operator has not named.
  LINK_NOT_ALLOWED: 422,
  INTERNAL_SERVER_ERROR: 500,
  NO_DATA: 404,
  NOT_FOUND: 404,
  OK: 200,
  SUCCESS: 200,
  // Reasons of a failed slip: they come as a slip's `note`, not as a refusal.
  UPLOADED_FILE_NOT_EXIST: 422,
  IMG_SIZE_UNABLE_TO_PROCESS: 422,
  CANNOT_READ_CROPPED_IMAGE: 422,
  DEST_ACC_INVALID: 422,
  SLIP_REFNO_DUPLICATED: 422,
  UNSTABLE_REFNO_ON_SLIP: 422,
  TRIPPLE_WRONG_CAPTCHA: 422,
  INVALID_SLIP: 422,
  NOT_MATCH: 422,
  EXPIRED_SLIP: 422,
  UNKNOW_ERROR: 422,
} as const

/** Every message that the server answers with: the catalogue of section 8 and the added codes of api.md and the rulings. */
export type Code = keyof typeof statuses

/** All codes, in the order of the catalogue. */
export const codes: readonly Code[] = /* @__PURE__ */ Object.keys(statuses).filter(isCode)

/**
 * The HTTP status of a code. A broken shape is answered with 400 and a broken rule without a code of its own with 422,
 * whatever the code's own status is: the caller says so.
 */
export function statusOf(code: Code): number {
  return statuses[code]
}

/** Whether a text, as it came from the other side, is a code of the catalogue. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(statuses, text)
}

/** Codes that the desk's calls alone refuse with: no player's app has their texts. */
export const staffCodes: readonly Code[] = [
  'ROOM_HELD',
  'FORBIDDEN',
  'LAST_OWNER',
  'SELF_APPROVAL',
  'MOVED_ON',
  'NEW_PASSWORD',
  'LINK_NOT_ALLOWED',
]
