import * as v from 'valibot'
import { memberCall, openCall } from './call.ts'
import { bankAccount, done, id, oneOf, optionalText, profile, succeeded, text, time } from './shapes.ts'

/** Registration, sessions, profile and passwords. */

export const otpSend = openCall('otpSend', 'POST /api/otp/send', {
  summary: 'Sends a one-time code to a phone, or says that this asker verified it already',
  body: v.object({ phoneNumber: text(64, 'PHONE_NUMBER_REQUIRE_10_DIGIT') }),
  answer: v.object({
    otpRef: v.nullable(v.string()),
    otpToken: v.nullable(v.string()),
    code: v.picklist(['SUCCESS', 'OTP_VERIFIED']),
  }),
  codes: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'EXISTING_USER',
    'REQUEST_LIMIT_1MIN',
    'REQUEST_LIMIT',
    'OTP_BLOCK',
    'OTP_SEND_FAIL',
    'PROOF_NEEDED',
  ],
})

const enteredCode = { otpToken: text(200, 'OTP_TOKEN_INVALID'), otpCode: text(32, 'OTP_CODE_INVALID') }
/** How a call refuses a one-time code that was entered. */
const codeRefusals = [
  'OTP_CODE_INVALID',
  'OTP_EXPIRED',
  'OTP_TOKEN_INVALID',
  'OTP_NOT_EXIST',
  'OTP_BLOCK',
  'OTP_VERIFY_FAIL',
  'PROOF_NEEDED',
] as const

export const otpVerify = openCall('otpVerify', 'POST /api/otp/verify', {
  summary: 'Checks the one-time code that a phone received',
  body: v.object(enteredCode),
  answer: v.object({ code: v.literal('OTP_CODE_VALID') }),
  codes: codeRefusals,
})

/** A registration: what each step of the wizard knows, and the bank fields, which its third step does not have yet. */
/* @__NO_SIDE_EFFECTS__ */
function registration<const BankFields extends v.ObjectEntries>(bankFields: BankFields) {
  return v.object({
    name: text(100, 'INVALID_USER_INFO'),
    username: text(64, 'PHONE_NUMBER_REQUIRE_10_DIGIT'),
    password: text(1024, 'INVALID_USER_INFO'),
    sourceCode: optionalText(64, 'INVALID_USER_INFO'),
    inviteCode: optionalText(128, 'INVALID_USER_INFO'),
    ...bankFields,
  })
}

export const accountValidate = openCall('accountValidate', 'POST /api/account/validate', {
  summary: 'Checks a registration before its last step; bank fields may be absent or empty',
  body: registration({
    bankCode: optionalText(32, 'INVALID_BANK'),
    bankAccountName: optionalText(200, 'INVALID_BANK'),
    bankAccountNo: optionalText(64, 'INVALID_BANK'),
  }),
  answer: done,
  codes: [
    'EXISTING_USER',
    'EXISTING_BANK',
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'UNVERIFIED_OTP',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'PROOF_NEEDED',
  ],
  shapeCode: 'INVALID_USER_INFO',
})

export const accountRegister = openCall('accountRegister', 'POST /api/account', {
  summary: 'Registers a player',
  body: registration({
    bankCode: text(32, 'INVALID_BANK'),
    bankAccountName: text(200, 'INVALID_BANK'),
    bankAccountNo: text(64, 'INVALID_BANK'),
    currency: v.nullish(oneOf(['BAHT', 'LAK'])),
  }),
  answer: v.object({ _id: id }),
  codes: [
    'EXISTING_USER',
    'EXISTING_BANK',
    'INVALID_USER_INFO',
    'UNVERIFIED_OTP',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'REGISTER_FAIL',
    'PROOF_NEEDED',
  ],
  shapeCode: 'INVALID_USER_INFO',
})

export const login = openCall('login', 'POST /api/login', {
  summary: 'Opens a session: of 30 days with `remember`, else of 24 hours',
  body: v.object({
    username: text(64, 'WRONG_CREDENTIAL'),
    password: text(1024, 'WRONG_CREDENTIAL'),
    remember: v.nullish(v.boolean()),
    code: v.pipe(
      v.nullish(text(64, 'OTP_CODE_INVALID')),
      v.description('Of the authenticator app or for once, where STEP_UP asked for a factor'),
    ),
  }),
  answer: v.object({ token: v.string() }),
  codes: [
    'WRONG_CREDENTIAL',
    'INACTIVE_USER',
    'REQUEST_LIMIT',
    'PROOF_NEEDED',
    'STEP_UP',
    'OTP_CODE_INVALID',
    'LOGIN_FAIL',
  ],
})

export const logout = memberCall('logout', 'POST /api/logout', {
  summary: 'Ends the session; its token is dead at once',
  answer: done,
})

export const accountForgotPassword = openCall('accountForgotPassword', 'POST /api/account/forgotpwd', {
  summary: 'Sends a code to set a new password; answers alike for known and unknown phones',
  body: v.object({ phoneNumber: text(64, 'PHONE_NUMBER_REQUIRE_10_DIGIT') }),
  answer: v.object({ otpRef: v.string(), otpToken: v.string(), code: v.literal('SUCCESS') }),
  codes: ['PHONE_NUMBER_REQUIRE_10_DIGIT', 'REQUEST_LIMIT_1MIN', 'REQUEST_LIMIT', 'OTP_BLOCK', 'PROOF_NEEDED'],
})

export const accountResetPassword = openCall('accountResetPassword', 'POST /api/account/resetpwd', {
  summary: 'Sets a new password with a one-time code; every token of the member dies',
  body: v.object({ ...enteredCode, newPassword: text(1024, 'INVALID_USER_INFO') }),
  answer: succeeded,
  codes: [...codeRefusals, 'INVALID_USER_INFO'],
})

export const accountProfile = memberCall('accountProfile', 'GET /api/account/profile', {
  summary: 'Profile and bank account of the member',
  answer: v.object({ profile, bankAccount }),
})

export const accountUpdateProfile = memberCall('accountUpdateProfile', 'PUT /api/account/profile', {
  summary: 'Changes name and bank account; a changed bank field asks for the password',
  body: v.object({
    name: text(100, 'INVALID_USER_INFO'),
    bankCode: text(32, 'INVALID_BANK'),
    bankAccountName: text(200, 'INVALID_BANK'),
    bankAccountNo: text(64, 'INVALID_BANK'),
    password: v.nullish(text(1024, 'WRONG_PASSWORD')),
  }),
  answer: v.object({ profile, bankAccount }),
  codes: [
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'WRONG_PASSWORD',
    'STEP_UP',
    'TRANSFER_PENDING',
    'REQUEST_IN_PROGRESS',
  ],
})

export const accountUpdateBankAccountName = memberCall(
  'accountUpdateBankAccountName',
  'PUT /api/account/bankAccountName',
  {
    summary: 'Changes the name of the bank account that the member has',
    body: v.object({ bankCode: text(32, 'NO_BANK'), bankAccountName: text(200, 'BANK_ACCOUNT_NAME_ENG') }),
    answer: v.object({ bankAccount }),
    codes: ['BANK_ACCOUNT_NAME_ENG', 'NO_BANK', 'STEP_UP', 'TRANSFER_PENDING', 'REQUEST_IN_PROGRESS'],
  },
)

export const accountChangePassword = memberCall('accountChangePassword', 'PUT /api/account/changepwd', {
  summary: 'Changes the password and answers a new token; every other one of the member dies, the one that asked too',
  body: v.object({ oldPassword: text(1024, 'WRONG_PASSWORD'), newPassword: text(1024, 'INVALID_USER_INFO') }),
  answer: v.object({ code: v.literal('SUCCESS'), token: v.string() }),
  codes: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'STEP_UP', 'REQUEST_LIMIT'],
})

export const accountConfirmPassword = memberCall('accountConfirmPassword', 'POST /api/account/confirmpwd', {
  summary: 'Asks for the password once more; for 15 minutes the session may do what needs it',
  body: v.object({ password: text(1024, 'WRONG_PASSWORD') }),
  answer: done,
  codes: ['WRONG_PASSWORD', 'REQUEST_LIMIT'],
})

export const accountSessions = memberCall('accountSessions', 'GET /api/account/sessions', {
  summary: 'Sessions of the member, newest first',
  answer: v.object({
    sessions: v.array(
      v.object({
        _id: id,
        createdAt: time,
        lastUsedAt: time,
        expiresAt: time,
        device: v.nullable(v.string()),
        place: v.pipe(v.nullable(v.string()), v.description('Of its address what tells the network, and no more')),
        isNewDevice: v.boolean(),
        isCurrent: v.boolean(),
      }),
    ),
  }),
})

export const accountEndSession = memberCall('accountEndSession', 'DELETE /api/account/sessions/:id', {
  summary: 'Ends one session of the member; another than its own within 15 minutes of a login or `confirmpwd` alone',
  params: v.object({ id: text(64, 'NO_DATA') }),
  answer: done,
  codes: ['PASSWORD_NEEDED', 'NO_DATA'],
})

export const accountEndOtherSessions = memberCall('accountEndOtherSessions', 'DELETE /api/account/sessions', {
  summary: 'Ends all sessions of the member but its own, within 15 minutes of a login or `confirmpwd` alone',
  answer: done,
  codes: ['PASSWORD_NEEDED'],
})
