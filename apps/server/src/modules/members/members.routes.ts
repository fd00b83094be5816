import type { IncomingHttpHeaders } from 'node:http'
import { type Code, calls } from '@krapao/contract'
import { isDatabaseAway } from '../../platform/database/index.ts'
import { refuse } from '../../platform/errors.ts'
import { type Context, done, route, type Route, type UnprovenLimit } from '../../platform/http/index.ts'
import { addressGroup, addressNetwork } from '../../platform/http/limits.ts'
import { placeOf } from './factors/factors.rules.ts'
import { passkeyRequest } from './factors/passkeys.ts'
import { confirmPassword } from './login/confirm-password.ts'
import { loginOnRecord, passkeyLoginOnRecord } from './login/login-record.ts'
import type { LoginPlace, LoginRequest } from './login/login.ts'
import { memberOfPhone } from './member/member.store.ts'
import type { MembersParts } from './members.parts.ts'
import { hearOfSms } from './otp/code-sms.ts'
import { type Asker, type Destination, sendOtp, sendOtpUnseen, verificationOf, verifyOtp } from './otp/otp.ts'
import { changePassword, resetPassword } from './profile/change-password.ts'
import { bankAccountOf, changeAccountName, changeProfile, profileOf } from './profile/profile.ts'
import type { SmsDelivery } from './providers/sms.ts'
import { refuseTakenPhone } from './registration/refuse-taken.ts'
import { orRefuse, register, type Registration, validateRegistration } from './registration/register.ts'
import { readPhone } from './registration/registration.rules.ts'
import { askForRemoval, sendRemovalCode } from './security/factor-removal.ts'
import { createSecurityRoutes } from './security/security.routes.ts'
import { confirmSession } from './sessions/session.store.ts'
import { endOtherSessions, endSession, endSessionByMember, openSessions } from './sessions/session.ts'

/** What comes without a proof of work from one address and from the network around it. */
function around(perAddress: number, perNetwork: number, windowS: number): UnprovenLimit {
  return { perAddress: { max: perAddress, windowS }, perNetwork: { max: perNetwork, windowS } }
}

/** Limits by address besides those that all calls share; decisions section 5 and 3.10. */
const limits = {
  // An asking for a proof and the call with it are two.
  otpSend: { perAddress: { max: 60, windowS: 3600 }, unproven: around(30, 120, 3600) },
  otpVerify: { perAddress: { max: 480, windowS: 3600 }, unproven: around(120, 480, 3600) },
  register: { perAddress: { max: 480, windowS: 3600 }, unproven: around(120, 480, 3600) },
  login: { perAddress: { max: 3000, windowS: 600 }, unproven: around(300, 1200, 600) },
  password: { perMember: { max: 20, windowS: 600 } },
} as const

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function askerOf(context: { address: string; headers: IncomingHttpHeaders }): Asker {
  const { address, headers } = context
  return { address: addressGroup(address), otpToken: headerOf(headers, 'x-otp-token'), cookies: headers.cookie }
}

/** From where a login comes. */
function loginPlaceOf({
  address,
  headers,
  proof,
}: Pick<Context<typeof calls.login>, 'address' | 'headers' | 'proof'>): Omit<LoginPlace, 'remember'> {
  const device = headerOf(headers, 'user-agent')
  return { address: addressGroup(address), device, cookies: headers.cookie, proof }
}

function loginOf(context: Pick<Context<typeof calls.login>, 'body' | 'address' | 'headers' | 'proof'>): LoginRequest {
  const { username, password, remember, code } = context.body
  return { ...loginPlaceOf(context), username, password, remember: remember ?? false, code: code ?? null }
}

/** Where the code that a call asks for goes to. */
function destinationOf(
  context: Pick<Context<typeof calls.otpSend>, 'language' | 'address' | 'headers' | 'proof'>,
  number: string,
  phone = number,
): Destination {
  const { language, address, headers, proof } = context
  const places = { address: addressGroup(address), network: addressNetwork(address) }
  return { phone, number, language, ...places, cookies: headers.cookie, proof }
}

/** A step that the database could not be reached for is answered with the code that the catalogue has for it. */
async function orFail<Result>(code: Code, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseAway(error)) refuse(code, { status: 503, retryAfterS: 1, cause: error })
    throw error
  }
}

async function phoneIn({ operator }: MembersParts, { phoneNumber }: { phoneNumber: string }): Promise<string> {
  const { country } = await operator.settings()
  return orRefuse(readPhone(phoneNumber, country, 'phoneNumber'))
}

type SentRegistration = { [Field in keyof Registration]?: Registration[Field] | null | undefined }

function registrationOf(body: SentRegistration): Registration {
  return {
    name: body.name ?? '',
    username: body.username ?? '',
    password: body.password ?? '',
    sourceCode: body.sourceCode ?? '',
    inviteCode: body.inviteCode ?? '',
    bankCode: body.bankCode ?? '',
    bankAccountName: body.bankAccountName ?? '',
    bankAccountNo: body.bankAccountNo ?? '',
    currency: body.currency ?? 'BAHT',
  }
}

function createRegistrationRoutes(parts: MembersParts): Route[] {
  const { database } = parts
  return [
    route(
      calls.otpSend,
      async (context) => {
        const phone = await phoneIn(parts, context.body)
        await refuseTakenPhone(parts, phone)
        if ((await verificationOf(parts, database, phone, askerOf(context))) !== null) {
          return { otpRef: null, otpToken: null, code: 'OTP_VERIFIED' as const }
        }
        return {
          ...(await sendOtp(parts, destinationOf(context, context.body.phoneNumber, phone))),
          code: 'SUCCESS' as const,
        }
      },
      { limit: limits.otpSend },
    ),
    route(
      calls.otpVerify,
      async (context) => {
        const { otpToken, otpCode } = context.body
        const request = { otpToken, otpCode, purpose: 'register', asker: askerOf(context) } as const
        await orFail('OTP_VERIFY_FAIL', () => verifyOtp(parts, request))
        return { code: 'OTP_CODE_VALID' as const }
      },
      { limit: limits.otpVerify },
    ),
    route(
      calls.accountValidate,
      (context) => done(validateRegistration(parts, registrationOf(context.body), askerOf(context))),
      { limit: limits.register },
    ),
    route(
      calls.accountRegister,
      (context) => orFail('REGISTER_FAIL', () => register(parts, registrationOf(context.body), askerOf(context))),
      { limit: limits.register },
    ),
  ]
}

/** What senders of SMS call. */
function createSmsRoutes(parts: MembersParts): Route[] {
  const deliveryOf = (headers: IncomingHttpHeaders, rawBody: Buffer): SmsDelivery => ({
    signature: headerOf(headers, 'x-twilio-signature') ?? undefined,
    form: rawBody.toString(),
  })
  return [
    route(
      calls.hookTwilio,
      ({ headers, rawBody = Buffer.alloc(0) }) => done(hearOfSms(parts, deliveryOf(headers, rawBody))),
      {
        verify: ({ headers, rawBody }) => {
          if (parts.sms.hear(deliveryOf(headers, rawBody)) === null) refuse('UNAUTHORIZED')
        },
      },
    ),
  ]
}

function createSessionRoutes(parts: MembersParts): Route[] {
  return [
    route(
      calls.login,
      async (context) => {
        const { token, cookie } = await orFail('LOGIN_FAIL', () => loginOnRecord(parts, loginOf(context)))
        context.setCookie(cookie)
        return { token }
      },
      { limit: limits.login },
    ),
    route(calls.loginPasskeyStart, async () => ({ options: await passkeyRequest(parts, 'login', null) }), {
      limit: limits.login,
    }),
    route(
      calls.loginPasskey,
      async (context) => {
        const { passkey, remember } = context.body
        const request = { ...loginPlaceOf(context), passkey, remember: remember ?? false }
        const { token, cookie } = await orFail('LOGIN_FAIL', () => passkeyLoginOnRecord(parts, request))
        context.setCookie(cookie)
        return { token }
      },
      { limit: limits.login },
    ),
    route(
      calls.loginRecover,
      async (context) => {
        const { username, password } = context.body
        const login = { ...loginPlaceOf(context), username, password, remember: false, code: null }
        const sent = await orFail('LOGIN_FAIL', () => sendRemovalCode(parts, login, destinationOf(context, username)))
        return { ...sent, code: 'SUCCESS' as const }
      },
      { limit: limits.otpSend },
    ),
    route(
      calls.loginRecoverConfirm,
      async (context) => {
        const { body, language } = context
        const removedAt = await orFail('OTP_VERIFY_FAIL', () =>
          askForRemoval(parts, { ...body, language, asker: askerOf(context) }),
        )
        return { removedAt: removedAt.toISOString() }
      },
      { limit: limits.otpVerify },
    ),
    route(calls.logout, ({ member }) => done(endSession(parts, member.memberId, member.sessionId))),
    route(calls.accountSessions, async ({ member }) => {
      const rows = await openSessions(parts, member.memberId)
      return {
        sessions: rows.map((row) => ({
          _id: row.id,
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.lastUsedAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
          device: row.device,
          place: placeOf(row.address),
          isNewDevice: row.isNewDevice,
          isCurrent: row.id === member.sessionId,
        })),
      }
    }),
    route(calls.accountEndSession, ({ member, params }) => done(endSessionByMember(parts, member, params.id))),
    route(calls.accountEndOtherSessions, ({ member }) => done(endOtherSessions(parts, member))),
  ]
}

function createProfileRoutes(parts: MembersParts): Route[] {
  const both = async (memberId: string) => ({
    profile: await profileOf(parts, memberId),
    bankAccount: await bankAccountOf(parts, memberId),
  })
  return [
    route(calls.accountProfile, ({ member }) => both(member.memberId)),
    route(
      calls.accountUpdateProfile,
      async ({ member, body, address }) => {
        await changeProfile(parts, member, { ...body, password: body.password ?? null }, address)
        return both(member.memberId)
      },
      { limit: limits.password },
    ),
    route(
      calls.accountUpdateBankAccountName,
      async ({ member, body, address }) => {
        await changeAccountName(parts, member, body.bankCode, body.bankAccountName, address)
        return { bankAccount: await bankAccountOf(parts, member.memberId) }
      },
      { limit: limits.password },
    ),
  ]
}

function createPasswordRoutes(parts: MembersParts): Route[] {
  const { database } = parts
  return [
    route(
      calls.accountConfirmPassword,
      async ({ member, body }) => {
        await confirmPassword(parts, member, body.password, 'password')
        return done(confirmSession(database, member.sessionId, parts.clock.now()))
      },
      { limit: limits.password },
    ),
    route(
      calls.accountChangePassword,
      async ({ member, body, address }) => {
        const token = await changePassword(parts, member, body.oldPassword, body.newPassword, address)
        return { code: 'SUCCESS' as const, token }
      },
      { limit: limits.password },
    ),
    route(
      calls.accountForgotPassword,
      async (context) => {
        const phone = await phoneIn(parts, context.body)
        const sent = await sendOtpUnseen(
          parts,
          destinationOf(context, context.body.phoneNumber, phone),
          (await memberOfPhone(database, phone)) !== null,
          'reset',
        )
        return { ...sent, code: 'SUCCESS' as const }
      },
      { limit: limits.otpSend },
    ),
    route(
      calls.accountResetPassword,
      async (context) => {
        const { otpToken, otpCode, newPassword } = context.body
        const cookie = await orFail('OTP_VERIFY_FAIL', () =>
          resetPassword(parts, { otpToken, otpCode, newPassword, asker: askerOf(context) }),
        )
        context.setCookie(cookie)
        return { code: 'SUCCESS' as const }
      },
      { limit: limits.otpVerify },
    ),
  ]
}

/** Registration, sessions, profile and passwords (specification section 7, account). */
export function createMembersRoutes(parts: MembersParts): Route[] {
  return [
    ...createRegistrationRoutes(parts),
    ...createSmsRoutes(parts),
    ...createSessionRoutes(parts),
    ...createProfileRoutes(parts),
    ...createPasswordRoutes(parts),
    ...createSecurityRoutes(parts),
  ]
}
