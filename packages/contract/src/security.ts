import * as v from 'valibot'
import { memberCall, openCall } from './call.ts'
import { FACTORS, PASSKEY_NAME_MAX, SECURITY_NEWS } from './factors.ts'
import { done, filledText, id, plainObject, text, time } from './shapes.ts'

/** What members prove by that it is they: passkeys, an authenticator app, and codes for once. */

/** Bytes as base64url, as browsers hand them over. */
const bytes = (longest: number) => text(longest, 'OTP_CODE_INVALID')
const credentialId = { id: bytes(1400), rawId: bytes(1400), type: text(32, 'OTP_CODE_INVALID') }

/** What an authenticator answers when it is asked who is there (Web Authentication, AuthenticationResponseJSON). */
const assertion = v.object({
  ...credentialId,
  response: v.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: v.nullish(bytes(200)),
  }),
})

/** What it answers when a key is made (RegistrationResponseJSON). */
const attestation = v.object({
  ...credentialId,
  response: v.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: v.nullish(v.pipe(v.array(text(32)), v.maxLength(10))),
  }),
})

const credential = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.array(v.string()) })

const requestOptions = v.object({
  challenge: v.string(),
  timeout: v.number(),
  rpId: v.string(),
  userVerification: v.literal('required'),
  allowCredentials: v.array(credential),
})

const creationOptions = v.object({
  challenge: v.string(),
  timeout: v.number(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  excludeCredentials: v.array(credential),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
})

const passkey = v.object({ _id: id, name: v.string(), createdAt: time, lastUsedAt: v.nullable(time) })
const madeCodes = v.pipe(v.array(v.string()), v.description('Told once; each is good once'))
const keyName = filledText(PASSKEY_NAME_MAX, 'INVALID_USER_INFO')
const ofPasskey = v.object({ id: text(64, 'NO_DATA') })

export const loginPasskeyStart = openCall('loginPasskeyStart', 'POST /api/login/passkey/start', {
  summary: 'What a browser asks its passkeys for a login; the same for everybody',
  answer: v.object({ options: requestOptions }),
  codes: ['NOT_FOUND'],
})

export const loginPasskey = openCall('loginPasskey', 'POST /api/login/passkey', {
  summary: 'Opens a session by a passkey alone',
  body: v.object({ passkey: assertion, remember: v.nullish(v.boolean()) }),
  answer: v.object({ token: v.string() }),
  codes: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT', 'LOGIN_FAIL', 'OTP_CODE_INVALID', 'NOT_FOUND'],
})

export const loginRecover = openCall('loginRecover', 'POST /api/login/recover', {
  summary: 'Sends a code to who knows the password and can show nothing else any more',
  body: v.object({ username: text(64, 'WRONG_CREDENTIAL'), password: text(1024, 'WRONG_CREDENTIAL') }),
  answer: v.object({ otpRef: v.string(), otpToken: v.string(), code: v.literal('SUCCESS') }),
  codes: [
    'WRONG_CREDENTIAL',
    'INACTIVE_USER',
    'REQUEST_LIMIT_1MIN',
    'REQUEST_LIMIT',
    'OTP_BLOCK',
    'PROOF_NEEDED',
    'NO_DATA',
    'LOGIN_FAIL',
  ],
})

export const loginRecoverConfirm = openCall('loginRecoverConfirm', 'POST /api/login/recover/confirm', {
  summary: 'Has all factors removed after three days; every session and the phone are told at once',
  body: v.object({ otpToken: text(200, 'OTP_TOKEN_INVALID'), otpCode: text(32, 'OTP_CODE_INVALID') }),
  answer: v.object({ removedAt: time }),
  codes: [
    'OTP_CODE_INVALID',
    'OTP_EXPIRED',
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_BLOCK',
    'OTP_VERIFY_FAIL',
    'NO_DATA',
  ],
})

export const accountSecurity = memberCall('accountSecurity', 'GET /api/account/security', {
  summary: 'By what the member shows that it is he, and what of it changed lately',
  answer: v.object({
    /** Whether browsers can make passkeys for this address. */
    takesPasskeys: v.boolean(),
    passkeys: v.array(passkey),
    authenticatorSince: v.nullable(time),
    codesLeft: v.number(),
    freshUntil: v.pipe(v.nullable(time), v.description('Until when no factor is asked for in this session')),
    removedAt: v.pipe(v.nullable(time), v.description('When all factors are removed, where that was asked for by SMS')),
    withdrawalsWaitUntil: v.pipe(v.nullable(time), v.description('Until when withdrawals wait for a person')),
    passwordChangedAt: v.nullable(time),
    news: v.pipe(
      v.array(v.object({ _id: id, what: v.picklist(SECURITY_NEWS), at: time, device: v.nullable(v.string()) })),
      v.description('Of the last 30 days, the newest first'),
    ),
  }),
})

export const accountPasskeyStart = memberCall('accountPasskeyStart', 'POST /api/account/security/passkeys/start', {
  summary: 'What a browser makes a passkey from',
  answer: v.object({ options: creationOptions }),
  codes: ['STEP_UP', 'PASSWORD_NEEDED', 'PASSKEY_LIMIT', 'NOT_FOUND'],
})

export const accountPasskeyAdd = memberCall('accountPasskeyAdd', 'POST /api/account/security/passkeys', {
  summary: 'Keeps a passkey that was made; ten at most',
  body: v.object({ passkey: attestation, name: keyName }),
  answer: v.object({ passkey }),
  codes: ['STEP_UP', 'PASSWORD_NEEDED', 'PASSKEY_LIMIT', 'OTP_CODE_INVALID', 'INVALID_USER_INFO', 'NOT_FOUND'],
})

export const accountPasskeyName = memberCall('accountPasskeyName', 'PUT /api/account/security/passkeys/:id', {
  summary: 'Names a passkey',
  params: ofPasskey,
  body: v.object({ name: keyName }),
  answer: done,
  codes: ['NO_DATA', 'INVALID_USER_INFO'],
})

export const accountPasskeyRemove = memberCall('accountPasskeyRemove', 'DELETE /api/account/security/passkeys/:id', {
  summary: 'Removes a passkey; every session and the phone are told',
  params: ofPasskey,
  answer: done,
  codes: ['STEP_UP', 'NO_DATA'],
})

export const accountAuthenticatorStart = memberCall(
  'accountAuthenticatorStart',
  'POST /api/account/security/authenticator/start',
  {
    summary: 'A key for an authenticator app, which counts once a code of it was given',
    answer: v.object({ key: v.string(), address: v.string() }),
    codes: ['STEP_UP', 'PASSWORD_NEEDED'],
  },
)

export const accountAuthenticatorAdd = memberCall(
  'accountAuthenticatorAdd',
  'POST /api/account/security/authenticator',
  {
    summary: 'Has the authenticator app count from now on, and makes ten codes for once',
    body: v.object({ totp: text(32, 'OTP_CODE_INVALID') }),
    answer: v.object({ codes: madeCodes }),
    codes: ['STEP_UP', 'PASSWORD_NEEDED', 'OTP_CODE_INVALID', 'REQUEST_LIMIT', 'NO_DATA'],
  },
)

export const accountAuthenticatorRemove = memberCall(
  'accountAuthenticatorRemove',
  'DELETE /api/account/security/authenticator',
  {
    summary: 'Removes the authenticator app; every session and the phone are told',
    answer: done,
    codes: ['STEP_UP', 'NO_DATA'],
  },
)

export const accountCodesMake = memberCall('accountCodesMake', 'POST /api/account/security/codes', {
  summary: 'Makes ten codes for once in place of those that there are',
  answer: v.object({ codes: madeCodes }),
  codes: ['STEP_UP', 'NO_DATA'],
})

export const accountStepUpStart = memberCall('accountStepUpStart', 'POST /api/account/security/step-up/start', {
  summary: 'By what the member can show that it is he, and what a browser asks his passkeys',
  answer: v.object({ factors: v.array(v.picklist(FACTORS)), options: v.nullable(requestOptions) }),
})

export const accountStepUp = memberCall('accountStepUp', 'POST /api/account/security/step-up', {
  summary: 'Takes a factor: a passkey, or a code of the app or for once; it counts for five minutes of this session',
  body: plainObject({ passkey: v.nullish(assertion), code: v.nullish(text(64, 'OTP_CODE_INVALID')) }),
  answer: v.object({ freshUntil: time }),
  codes: ['OTP_CODE_INVALID', 'REQUEST_LIMIT'],
})

export const accountRemovalStop = memberCall('accountRemovalStop', 'DELETE /api/account/security/removal', {
  summary: 'Keeps the factors whose removal was asked for by SMS',
  answer: done,
  codes: ['STEP_UP', 'NO_DATA'],
})

export type PasskeyAssertion = v.InferOutput<typeof assertion>
export type PasskeyAttestation = v.InferOutput<typeof attestation>
export type PasskeyRequest = v.InferOutput<typeof requestOptions>
export type PasskeyCreation = v.InferOutput<typeof creationOptions>
