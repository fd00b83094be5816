import { type Code, calls } from '@krapao/contract'
import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '../../platform/errors.ts'
import { type Context, route, type Route, type UnprovenLimit } from '../../platform/http/index.ts'
import { addressGroup, addressNetwork } from '../../platform/http/limits.ts'
import { isDatabaseAway } from '../../platform/http/outcome.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { PasswordChanges } from './change-password.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { LoggedIn, LoginRequest } from './login.ts'
import type { Asker, Destination, Otp } from './otp.ts'
import type { Profiles } from './profile.ts'
import { orRefuse, type Registration, type RegistrationDoor } from './register.ts'
import { readPhone } from './registration.rules.ts'
import type { Sessions } from './session.ts'

export interface MembersParts {
  operator: OperatorDoor
  otp: Otp
  registration: RegistrationDoor
  login: (request: LoginRequest) => Promise<LoggedIn>
  sessions: Sessions
  profiles: Profiles
  passwordChanges: PasswordChanges
  confirmPassword: ConfirmPassword
  isRegistered(phone: string): Promise<boolean>
  verificationOf(phone: string, asker: Asker): Promise<string | null>
}

const done = { code: 'OK' } as const
const succeeded = { code: 'SUCCESS' } as const

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

/** Where the code that a call asks for goes to. */
function destinationOf(
  context: Pick<Context<typeof calls.otpSend>, 'body' | 'language' | 'address' | 'headers' | 'proof'>,
  phone: string,
): Destination {
  const { body, language, address, headers, proof } = context
  const places = { address: addressGroup(address), network: addressNetwork(address) }
  return { phone, number: body.phoneNumber, language, ...places, cookies: headers.cookie, proof }
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
  const { operator, otp, registration } = parts
  return [
    route(
      calls.otpSend,
      async (context) => {
        const { country } = await operator.settings()
        const phone = orRefuse(readPhone(context.body.phoneNumber, country, 'phoneNumber'))
        if (await parts.isRegistered(phone)) refuse('EXISTING_USER')
        if ((await parts.verificationOf(phone, askerOf(context))) !== null) {
          return { otpRef: null, otpToken: null, code: 'OTP_VERIFIED' as const }
        }
        return { ...(await otp.send(destinationOf(context, phone))), code: 'SUCCESS' as const }
      },
      { limit: limits.otpSend },
    ),
    route(
      calls.otpVerify,
      async (context) => {
        const { otpToken, otpCode } = context.body
        const request = { otpToken, otpCode, purpose: 'register', asker: askerOf(context) } as const
        await orFail('OTP_VERIFY_FAIL', () => otp.verify(request))
        return { code: 'OTP_CODE_VALID' as const }
      },
      { limit: limits.otpVerify },
    ),
    route(
      calls.accountValidate,
      async (context) => {
        await registration.validate(registrationOf(context.body), askerOf(context))
        return done
      },
      { limit: limits.register },
    ),
    route(
      calls.accountRegister,
      (context) => orFail('REGISTER_FAIL', () => registration.register(registrationOf(context.body), askerOf(context))),
      { limit: limits.register },
    ),
  ]
}

function createSessionRoutes(parts: MembersParts): Route[] {
  const { sessions } = parts
  return [
    route(
      calls.login,
      async (context) => {
        const { token, cookie } = await orFail('LOGIN_FAIL', () =>
          parts.login({
            username: context.body.username,
            password: context.body.password,
            remember: context.body.remember ?? false,
            address: addressGroup(context.address),
            device: headerOf(context.headers, 'user-agent'),
            cookies: context.headers.cookie,
            proof: context.proof,
          }),
        )
        context.setCookie(cookie)
        return { token }
      },
      { limit: limits.login },
    ),
    route(calls.logout, async ({ member }) => {
      await sessions.end(member.memberId, member.sessionId)
      return done
    }),
    route(calls.accountSessions, async ({ member }) => {
      const rows = await sessions.list(member.memberId)
      return {
        sessions: rows.map((row) => ({
          _id: row.id,
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.lastUsedAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
          device: row.device,
          isCurrent: row.id === member.sessionId,
        })),
      }
    }),
    route(calls.accountEndSession, async ({ member, params }) => {
      if (!(await sessions.endByMember(member, params.id))) refuse('NO_DATA')
      return done
    }),
  ]
}

function createProfileRoutes(parts: MembersParts): Route[] {
  const { profiles } = parts
  const both = async (memberId: string) => ({
    profile: await profiles.profile(memberId),
    bankAccount: await profiles.bankAccount(memberId),
  })
  return [
    route(calls.accountProfile, ({ member }) => both(member.memberId)),
    route(
      calls.accountUpdateProfile,
      async ({ member, body, address }) => {
        await profiles.change(member, { ...body, password: body.password ?? null }, address)
        return both(member.memberId)
      },
      { limit: limits.password },
    ),
    route(
      calls.accountUpdateBankAccountName,
      async ({ member, body, address }) => {
        await profiles.changeAccountName(member.memberId, body.bankCode, body.bankAccountName, address)
        return { bankAccount: await profiles.bankAccount(member.memberId) }
      },
      { limit: limits.password },
    ),
  ]
}

function createPasswordRoutes(parts: MembersParts): Route[] {
  const { operator, otp, passwordChanges, confirmPassword, sessions } = parts
  return [
    route(
      calls.accountConfirmPassword,
      async ({ member, body }) => {
        await confirmPassword(member, body.password, 'password')
        await sessions.confirm(member.sessionId)
        return done
      },
      { limit: limits.password },
    ),
    route(
      calls.accountChangePassword,
      async ({ member, body, address }) => {
        const token = await passwordChanges.change(member, body.oldPassword, body.newPassword, address)
        return { ...succeeded, token }
      },
      { limit: limits.password },
    ),
    route(
      calls.accountForgotPassword,
      async (context) => {
        const { country } = await operator.settings()
        const phone = orRefuse(readPhone(context.body.phoneNumber, country, 'phoneNumber'))
        const sent = await otp.sendForReset(destinationOf(context, phone), await parts.isRegistered(phone))
        return { ...sent, code: 'SUCCESS' as const }
      },
      { limit: limits.otpSend },
    ),
    route(
      calls.accountResetPassword,
      async (context) => {
        const { otpToken, otpCode, newPassword } = context.body
        const cookie = await orFail('OTP_VERIFY_FAIL', () =>
          passwordChanges.reset({ otpToken, otpCode, newPassword, asker: askerOf(context) }),
        )
        context.setCookie(cookie)
        return succeeded
      },
      { limit: limits.otpVerify },
    ),
  ]
}

/** Registration, sessions, profile and passwords (specification section 7, account). */
export function createMembersRoutes(parts: MembersParts): Route[] {
  return [
    ...createRegistrationRoutes(parts),
    ...createSessionRoutes(parts),
    ...createProfileRoutes(parts),
    ...createPasswordRoutes(parts),
  ]
}
