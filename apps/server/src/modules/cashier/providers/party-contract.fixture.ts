import { callParty, type PartyCall, type PartyCaller, type PartyReply } from '../../../platform/party-call.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import type { TestSandbox } from '../../../testing/played/sandbox.ts'
import { BANK, type Connector } from './connectors.ts'
import { createConnectors } from './families.ts'
import { createHttpBank } from './http-bank.ts'

/** A party as the sandbox plays it, with the adapter under test and a hand on what comes back. */
export interface PlayedParty {
  connector: Connector
  fault(mode: string, more?: { ms?: number }): Promise<void>
  release(): Promise<void>
  /** What is made of the answers to calls; null lets them pass. Calls themselves always arrive. */
  meddle: ((reply: PartyReply, call: PartyCall) => PartyReply) | null
  /** The calls that went out since the beginning. */
  calls: PartyCall[]
}

type Answered = Extract<PartyReply, { status: number }>

/** Answers that are none: each may stand before a party that did what it was asked. */
export const nonsense: Readonly<Record<string, (reply: Answered) => PartyReply>> = {
  silence: () => ({ status: null, why: 'TimeoutError' }),
  'a page under 200': () => ({ status: 200, body: undefined }),
  'a page under 404': () => ({ status: 404, body: undefined }),
  'a page under 422': () => ({ status: 422, body: undefined }),
  'a page under 502': () => ({ status: 502, body: undefined }),
  'a busy party': ({ body }) => ({ status: 429, body }),
  'a door that is shut': () => ({ status: 401, body: { error: 'UNAUTHORIZED', message: 'no' } }),
  'the true answer under 500': ({ body }) => ({ status: 500, body }),
  'a list': ({ status, body }) => ({ status, body: [body] }),
  'a text': ({ status, body }) => ({ status, body: JSON.stringify(body) }),
  null: ({ status }) => ({ status, body: null }),
  'an object of another kind': ({ status }) => ({ status, body: { message: 'hello' } }),
  'a foreign error under 404': () => ({ status: 404, body: { error: { type: 'no route' }, message: 'no route' } }),
}

/** Another value in place of each that stands under one of these names, however deep; the signature stays as it was. */
export function withOther(reply: PartyReply, names: readonly string[], other: (value: unknown) => unknown): PartyReply {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, names.includes(name) ? other(inner) : change(inner)]),
    )
  }
  return reply.status === null ? reply : { ...reply, body: change(reply.body) }
}

/** The key that EasySlip of the sandbox knows. */
export const EASYSLIP_KEY = '00000000-0000-4000-8000-000000000001'

/** The party of this name of the sandbox, or its bank; `terms` differ from those that the sandbox gives. */
export async function openParty(
  sandbox: TestSandbox,
  name: string,
  given: { bankKey: string; clock: Clock; terms?: object },
): Promise<PlayedParty> {
  const played: PlayedParty = {
    connector: {},
    fault: (mode, more = {}) => sandbox.fault({ party: name, mode, ...more }),
    release: async () => void (await sandbox.ask('POST', '/api/faults/release', {})),
    meddle: null,
    calls: [],
  }
  const send: PartyCaller = async (call) => {
    played.calls.push(call)
    const reply = await callParty(call)
    return played.meddle === null ? reply : played.meddle(reply, call)
  }
  if (name === BANK) {
    const bank = createHttpBank({ url: sandbox.url, key: given.bankKey, send })
    played.connector = { collector: bank, payoutSender: bank, slipVerifier: bank }
    return played
  }
  const all = await sandbox.ask<Record<string, { family: string }>>('GET', '/api/gateways')
  const slipTerms = (family: string, given: object) => ({ family, url: `${sandbox.url}/${family}`, ...given })
  const verifiers: Record<string, { family: string }> = {
    slipok: slipTerms('slipok', { branch: '1', key: 'sandbox' }),
    easyslip: slipTerms('easyslip', { key: EASYSLIP_KEY }),
  }
  const terms = all[name] ?? verifiers[name]
  if (terms === undefined) throw new Error(`the sandbox plays no ${name}`)
  const { named } = createConnectors(
    { named: new Map([[name, { ...terms, ...given.terms }]]), payouts: [BANK], slips: [BANK] },
    {
      clock: given.clock,
      logger: createTestLogger().logger,
      publicUrl: 'https://wallet.example',
      callerOf: () => send,
    },
  )
  played.connector = named.get(name) ?? {}
  return played
}
