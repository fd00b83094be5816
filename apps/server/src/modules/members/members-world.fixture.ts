import { setImmediate } from 'node:timers/promises'
import type { Ledger } from '@krapao/ledger'
import type { Database } from '../../platform/database/index.ts'
import type { Http } from '../../platform/http/index.ts'
import type { PasswordQueue } from '../../platform/login/passwords.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Answer, inject, jsonOf, type Sender } from '../../testing/client.ts'
import { createFakeClock, type FakeClock } from '../../testing/clock.ts'
import type { Operator } from '../operator/index.ts'
import type { Members } from './index.ts'
import type { SmsGateway, SmsOutcome } from './providers/sms.ts'

export interface Sent extends Omit<Sender, 'key'> {
  body?: unknown
}

/** A phone network of the test: keeps what was sent, and fails when told to. */
interface Inbox {
  messages: { to: string; text: string }[]
  outcome: SmsOutcome
  /** The code of the newest message to a phone. */
  codeOf(phone: string): string
  gateway: SmsGateway
}

export interface MembersUnderTest {
  app: TestApp
  http: Http
  database: Database
  clock: FakeClock
  ledger: Ledger
  operator: Operator
  members: Members
  inbox: Inbox
  lines: Record<string, unknown>[]
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent?: Sent): Promise<Answer>
  /** Sends and verifies a code from the address of the call. */
  verifyPhone(phone: string, sent?: Sent): Promise<string>
  /** A registration body for this phone, its bank account made from the phone. */
  registration(phone: string, changes?: object): Record<string, unknown>
  /** Asks for a code to set a new password, and waits until it was sent, which is after the answer. */
  forgetPassword(phone: string, sent?: Sent): Promise<Answer>
  /** Registers with a verified phone and answers the member's id. */
  register(phone: string, changes?: object): Promise<string>
  login(phone: string, sent?: Sent & { password?: string; remember?: boolean }): Promise<string>
  close(): Promise<void>
}

export const PASSWORD = 'ferry across the mekong'

function createInbox(): Inbox {
  const inbox: Inbox = {
    messages: [],
    outcome: 'sent',
    codeOf(phone) {
      const text = inbox.messages.findLast((message) => message.to === phone)?.text ?? ''
      return /\d+/.exec(text)?.[0] ?? ''
    },
    gateway: {
      send({ number }, text) {
        if (inbox.outcome !== 'failed') inbox.messages.push({ to: number, text })
        return Promise.resolve({ outcome: inbox.outcome, sender: null, messageId: null })
      },
      hear: () => null,
    },
  }
  return inbox
}

/** The app with a phone network of the test, on a standing clock. */
export async function startMembers(
  given: {
    limitFactor?: number
    demo?: boolean
    /** Of passwords as the product makes them, at its cost. */
    passwordQueue?: PasswordQueue
    env?: Record<string, string>
    /** Another process of this one, with the same clock and the same phones. */
    beside?: MembersUnderTest
  } = {},
): Promise<MembersUnderTest> {
  const { limitFactor = 1000, demo = true, passwordQueue, beside, env } = given
  const inbox = beside?.inbox ?? createInbox()
  const app =
    beside?.app ??
    (await startTestApp({
      clock: createFakeClock('2026-11-21T05:00:00Z'),
      env: { DESK_PORT: '0', KRAPAO_LIMIT_FACTOR: String(limitFactor), KRAPAO_DEMO: demo ? '1' : '0', ...env },
      tuning: {
        leaseWaitMs: 200,
        parties: { sms: inbox.gateway },
        ...(passwordQueue ? { passwords: { queue: passwordQueue } } : {}),
      },
    }))
  const { http, database, ledger, operator, members } = beside ? await app.beside() : app.app()
  const { clock, lines } = app

  const call: MembersUnderTest['call'] = async (method, url, sent = {}) => {
    const { body, ...by } = sent
    return inject(http, [method, url], { address: '10.0.0.1', ...by, payload: jsonOf(body) })
  }
  const registration: MembersUnderTest['registration'] = (phone, changes = {}) => ({
    name: 'Somchai Jaidee',
    username: phone,
    password: PASSWORD,
    sourceCode: 'FRIEND',
    inviteCode: '',
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: phone,
    currency: 'BAHT',
    ...changes,
  })
  const verifyPhone: MembersUnderTest['verifyPhone'] = async (phone, sent = {}) => {
    const { otpToken } = (await call('POST', '/api/otp/send', { ...sent, body: { phoneNumber: phone } })).body
    const body = { otpToken, otpCode: inbox.codeOf(phone) }
    const answer = await call('POST', '/api/otp/verify', { ...sent, body })
    if (answer.status !== 200) throw new Error(`the code was refused: ${JSON.stringify(answer.body)}`)
    return String(otpToken)
  }
  return {
    app,
    http,
    database,
    clock,
    ledger,
    operator,
    members,
    inbox,
    lines,
    call,
    registration,
    verifyPhone,
    async forgetPassword(phone, sent = {}) {
      const answer = await call('POST', '/api/account/forgotpwd', { ...sent, body: { phoneNumber: phone } })
      await setImmediate()
      return answer
    },
    async register(phone, changes = {}) {
      await verifyPhone(phone)
      const answer = await call('POST', '/api/account', { body: registration(phone, changes) })
      if (answer.status !== 200) throw new Error(`the registration was refused: ${JSON.stringify(answer.body)}`)
      return String(answer.body['_id'])
    },
    async login(phone, { password = PASSWORD, remember = false, ...sent } = {}) {
      const answer = await call('POST', '/api/login', { ...sent, body: { username: phone, password, remember } })
      if (answer.status !== 200) throw new Error(`the login was refused: ${JSON.stringify(answer.body)}`)
      return String(answer.body['token'])
    },
    close: async () => (beside ? undefined : app.close()),
  }
}
