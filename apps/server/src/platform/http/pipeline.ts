import { type Call, isGuestId, isIdempotencyKey, mayCall, readRequest, type RequestReading } from '@krapao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { deriveId, newId } from '../ids.ts'
import type { Clock } from '../clock.ts'
import { hash } from 'node:crypto'
import { checkAnswer } from './answer-check.ts'
import { BinaryAnswer } from './binary-answer.ts'
import { takeAsGuest, takeOfAddress, takeOfAllGuests, takeOfCaller, takeOfGuests } from './call-limits.ts'
import { PROVEN, type Proofs } from '../login/proofs.ts'
import type { Idempotency } from './idempotency.ts'
import { canonicalJson, readJson } from './json.ts'
import { chooseLanguage } from './language.ts'
import { addressGroup, addressNetwork, type Limits } from './limits.ts'
import { noKey, type OperationKey } from './operation-key.ts'
import { describeAnswer, type Outcome } from './outcome.ts'
import { sendCacheable, sendOutcome } from './reply.ts'
import { sendBinary } from './send-binary.ts'
import type { AgentIdentity, Authenticate, AuthenticateAgent, Context, Identity, Route } from './route.ts'
import type { Upload, Uploads } from './upload.ts'

/** The work for a call that is one too many: as much as also opens what the call itself may ask work for. */
const UNPROVEN_BITS = 18

export interface PipelineTerms {
  /** Who knows the tokens of members, and those of staff; callers of a kind that nobody knows are not let in. */
  authenticate?: Authenticate | undefined
  authenticateAgent?: AuthenticateAgent | undefined
  /** Whether the operator has ended the service: then nearly every call answers `gone`. */
  isTerminated(): Promise<boolean>
  limits: Limits
  idempotency: Idempotency
  uploads: Uploads
  /** What work is asked for by where a call has a limit for the unproven; without it nothing is. */
  proofs?: Proofs | undefined
  clock: Clock
  /** Told, before he is answered, that a member may have changed something; it never rejects. */
  wrote?: ((memberId: string) => Promise<void>) | undefined
  /** Whether each answer is held against the contract before it is sent: in tests. */
  checksAnswers: boolean
}

/** A caller whose token was looked at; the id tells all callers apart, of whatever kind. */
type KnownCaller = { id: string } & (
  | { member: Identity; agent?: undefined }
  | { agent: AgentIdentity; member?: undefined }
)

/** Who makes a request, once its token was looked at; absent for guests and machines. */
const callers = new WeakMap<FastifyRequest, KnownCaller>()

/** Requests that have brought their proof of work: a call has one, which is good once. */
const proven = new WeakSet<FastifyRequest>()

/** The member, or the one of the staff, that a request was found to come from, for the log. */
export function callerOf(request: FastifyRequest): { member?: string | undefined; agent?: string | undefined } {
  const { member, agent } = callers.get(request) ?? {}
  return { member: member?.memberId, agent: agent?.agentId }
}

/**
 * Lets the server answer a call in the fixed order of checks (rulings 5.1): 410, 429 by address, 401, 403, 404 of calls
 * that nothing answers yet, 413, 415 and 400, 429 by member, and then its handler. A form with a file is read last.
 */
export function bindCall(server: FastifyInstance, terms: PipelineTerms, call: Call, route: Route | undefined): void {
  const paths = call.path.endsWith('/') ? [call.path, call.path.slice(0, -1)] : [call.path]
  for (const path of paths) {
    server.route({
      method: route?.cache === 'etag' ? [call.method, 'HEAD'] : call.method,
      url: path,
      config: { call },
      onRequest: async (request) => {
        await checkDoor(terms, call, route, request)
        if (!route) throw new AppError('NOT_FOUND')
      },
      handler: async (request, reply) => {
        if (!route) throw new AppError('NOT_FOUND')
        return handle(terms, route, request, reply)
      },
    })
  }
}

/** All that is decided before a byte of the body is read. */
async function checkDoor(
  terms: PipelineTerms,
  call: Call,
  route: Route | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (!isOpenForEver(call) && (await terms.isTerminated())) throw new AppError('gone')
  const address = addressGroup(request.ip)
  await takeOfAddress(terms.limits, call, route, address)
  if (route) await askForProof(terms, route, request)
  checkSite(call, request)
  const caller = await identify(terms, call, request.headers.authorization, address)
  if (caller) callers.set(request, caller)
  else await takeOfGuests(terms.limits, route, 'perAddress', address)
}

/** Some calls that read also change something: no other site's page makes a browser send them. */
function checkSite(call: Call, request: FastifyRequest): void {
  if (call.method !== 'GET' || call.caller === 'anybody' || call.caller === 'machine') return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('KEY_INVALID', { status: 403 })
}

/** Asks for a proof of work when more comes from an address, or from around it, than comes without ado. */
async function askForProof({ limits, proofs }: PipelineTerms, route: Route, request: FastifyRequest): Promise<void> {
  const { unproven } = route.limit ?? {}
  if (!unproven || !proofs) return
  const { name } = route.call
  const verdicts = [
    await limits.take(`unproven ${name} ${addressGroup(request.ip)}`, unproven.perAddress),
    await limits.take(`unproven ${name} ${addressNetwork(request.ip)}`, unproven.perNetwork),
  ]
  if (verdicts.every(({ allowed }) => allowed)) return
  await proofs.demand(proofOf(request), { purpose: name, bits: UNPROVEN_BITS })
  proven.add(request)
}

function proofOf({ headers }: FastifyRequest): string | null {
  const proof = headers['x-proof']
  return typeof proof === 'string' ? proof : null
}

/** What stays open for a terminated operator (rulings 3.2). */
function isOpenForEver(call: Call): boolean {
  return call.path === '/api/lookup/active' || /^\/api\/(hooks|desk)\//.test(call.path)
}

async function identify(
  terms: PipelineTerms,
  call: Call,
  header: string | undefined,
  address: string,
): Promise<KnownCaller | undefined> {
  if (call.caller === 'anybody' || call.caller === 'machine') return undefined
  if (header === undefined || header.trim() === '') {
    if (call.caller === 'member-or-guest') return undefined
    throw new AppError('UNAUTHORIZED')
  }
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw new AppError('invalid-token')
  return call.caller === 'agent' ? identifyAgent(terms, token, call, address) : identifyMember(terms, token)
}

async function identifyMember({ authenticate }: PipelineTerms, token: string): Promise<KnownCaller> {
  const found = await authenticate?.(token)
  if (found?.ok) return { id: found.member.memberId, member: found.member }
  throw new AppError(found?.code ?? 'invalid-token')
}

async function identifyAgent(
  { authenticateAgent, clock }: PipelineTerms,
  token: string,
  call: Call,
  address: string,
): Promise<KnownCaller> {
  const found = await authenticateAgent?.(token, { isDeed: call.method !== 'GET' && !call.unattended })
  if (!found?.ok) throw new AppError(found?.code ?? 'invalid-token')
  if (!mayCall(call, found.agent.roles)) throw new AppError('FORBIDDEN')
  if (call.fresh && clock.now() >= found.agent.freshUntil) throw new AppError('STEP_UP')
  return { id: `agent/${found.agent.agentId}`, agent: { ...found.agent, address } }
}

async function handle(
  terms: PipelineTerms,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call } = route
  const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined
  await route.verify?.({ headers: request.headers, rawBody: rawBody ?? Buffer.alloc(0) })
  const reading = readShape(call, request, rawBody)
  const key = readKey(call, request)
  const caller = callers.get(request)
  if (call.upload) terms.uploads.precheck({ ...call, upload: call.upload }, request)
  if (caller) await takeOfCaller(terms.limits, route, caller.id)
  const given = { ...reading, key, caller }
  if (!call.upload) return answer(terms, route, request, reply, { ...given, upload: undefined })
  // A form is read of whom it may be read of, and its room in memory is its own until it is answered.
  await route.mayUpload?.({ isGuest: !caller })
  if (!caller) await takeOfAllGuests(terms.limits, route)
  const sender = { id: caller?.id ?? addressGroup(request.ip), isGuest: !caller }
  const { upload, release } = await terms.uploads.read({ ...call, upload: call.upload }, request, reply, sender)
  try {
    return await answer(terms, route, request, reply, { ...given, upload })
  } finally {
    release()
  }
}

/** What stands in a request, once all of it is read. */
type Given = Reading & { upload: Upload | null | undefined; key: string | undefined; caller: KnownCaller | undefined }

/** Counts what a guest does, and lets the handler answer. */
async function answer(
  terms: PipelineTerms,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { upload, key, caller, ...reading }: Given,
): Promise<FastifyReply> {
  const { call } = route
  const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined
  const guestId = caller ? undefined : guestIdOf(reading.body, upload)
  if (guestId !== undefined) {
    const kilobytes = 1 + Math.floor((rawBody?.length ?? 0) / 1024)
    await takeAsGuest(terms.limits, route, {
      id: deriveId('guest', guestId),
      address: addressGroup(request.ip),
      kilobytes,
    })
  }
  const context = makeContext(terms, route, request, reply, { ...reading, upload }, key)
  const work = async (operationKey: OperationKey): Promise<unknown> => {
    if (!route.rulesLate) context.rules()
    const own = { ...context, operationKey }
    const answer = await route.handler(rawBody && call.caller === 'machine' ? { ...own, rawBody } : own)
    if (terms.checksAnswers) checkAnswer(call, answer)
    return answer
  }
  const outcome = await andTell(terms, route.onlyReads ? undefined : caller, () =>
    perform(terms, { ...context, upload, takesKey: route.takesKey }, key, work),
  )
  if (outcome.body instanceof BinaryAnswer) return sendBinary(reply, request, outcome.body)
  if (route.cache === 'etag' && outcome.status === 200) return sendCacheable(reply, request, outcome.body)
  return sendOutcome(reply, outcome)
}

/** Tells, whatever came of the work, that a member may have changed something by it. */
async function andTell<Result>(
  { wrote }: PipelineTerms,
  caller: KnownCaller | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } finally {
    if (caller?.member !== undefined) await wrote?.(caller.member.memberId)
  }
}

function guestIdOf(body: unknown, upload: Upload | null | undefined): string | undefined {
  const fields = (upload ? upload.fields : (body ?? {})) as { guestId?: unknown }
  return typeof fields.guestId === 'string' && isGuestId(fields.guestId) ? fields.guestId : undefined
}

type Reading = Extract<RequestReading<Call>, { ok: true }>

function readShape(call: Call, request: FastifyRequest, rawBody: Buffer | undefined): Reading {
  const json = call.body ? readJson(rawBody) : { value: undefined }
  if (json === false) throw new AppError(call.shapeCode, { status: 400 })
  const reading = readRequest(call, { params: request.params, query: request.query, body: json.value })
  if (reading.ok) return reading
  const { code, status, details } = reading.shape
  throw new AppError(code, { status, details: { ...details } })
}

/** The key under which a call may be repeated; without one the call is its own first and last try. */
function readKey(call: Call, request: FastifyRequest): string | undefined {
  if (!call.idempotent && !call.keyed) return undefined
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && isIdempotencyKey(key)) return key.toLowerCase()
  throw new AppError(call.shapeCode, { status: 400, details: { fields: ['idempotency-key'] } })
}

function makeContext(
  terms: PipelineTerms,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  reading: Reading & { upload: Upload | null | undefined },
  key: string | undefined,
): Omit<Context<Call>, 'operationKey'> {
  const { call } = route
  const caller = callers.get(request)
  const path = call.path.replace(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent((request.params as Record<string, string | undefined>)[name] ?? ''),
  )
  const operationId = key === undefined ? newId(terms.clock.now()) : deriveId(caller?.id ?? '', call.method, path, key)
  return {
    call,
    params: reading.params ?? {},
    query: reading.query ?? {},
    body: reading.body,
    // Where it is null `rules` refuses.
    upload: (reading.upload ?? undefined) as undefined,
    // The type of a handler says for each call who can stand here; the door above made it so.
    member: caller?.member as undefined,
    agent: caller?.agent as undefined,
    language: chooseLanguage(request.headers['accept-language']),
    address: request.ip,
    headers: request.headers,
    proof: proven.has(request) ? PROVEN : proofOf(request),
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
    requestId: request.id,
    operationId,
    key,
    rules() {
      if (call.upload && reading.upload === null) throw new AppError(call.upload.noFileCode, { status: 422 })
      if (!reading.rules) return
      const { code, status, details } = reading.rules
      throw new AppError(code, { status, details: { ...details } })
    },
  }
}

async function perform(
  terms: PipelineTerms,
  context: Pick<Context<Call>, 'call' | 'query' | 'body' | 'operationId'> & {
    upload: Upload | null | undefined
    takesKey: boolean | undefined
  },
  key: string | undefined,
  work: (key: OperationKey) => Promise<unknown>,
): Promise<Outcome> {
  if (key === undefined || !context.call.idempotent) return describeAnswer(await work(noKey))
  const { upload, operationId, takesKey } = context
  const sent = canonicalJson({
    query: context.query,
    body: context.body ?? null,
    ...(upload && { file: upload.hash, fields: upload.fields }),
  })
  const bodyHash = hash('sha256', sent)
  return terms.idempotency.run({ operationId, bodyHash, takesKey, work })
}
