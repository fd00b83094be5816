import { allCalls, type Call, isIdempotencyKey, referenceOf, UPLOAD_TIMEOUT_MS } from '@krapao/contract'
import fastify, {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
} from 'fastify'
import type { LightMyRequestResponse } from 'fastify'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Job } from '../jobs.ts'
import type { Proofs } from '../login/proofs.ts'
import type { Logger } from '../logger.ts'
import { limitBodyTime } from './body-time.ts'
import { bindDocumentation } from './documentation.ts'
import { createIdempotency } from './idempotency.ts'
import { addressGroup, createLimits, type Limits } from './limits.ts'
import { createMetrics, type Gauge, type Metrics } from './metrics.ts'
import { bindOperations, type Readiness } from './operations.ts'
import { describeThrown } from './outcome.ts'
import { connectionsMax } from './connections.ts'
import { bindCall, callerOf, type PipelineTerms } from './pipeline.ts'
import { sendOutcome } from './reply.ts'
import type { Authenticate, AuthenticateAgent, Route } from './route.ts'
import { plainHeaders, setSecurityHeaders } from './security-headers.ts'
import { type UploadMeans, uploadMeans } from './upload-room.ts'
import { createUploads, takeForms } from './upload.ts'
import { findWebApp, sendScreen, serveWebApp } from './web-app.ts'

/** The largest JSON body; uploads have limits of their own. */
const BODY_BYTES_MAX = 64 * 1024
/** What callers write themselves fills no log. */
const LOGGED_MAX = 256

/** What is set of a listener. */
export interface ListenerSettings {
  host: string
  port: number
  /** The origin that it is reached by. */
  publicUrl: string
  /** Addresses and networks of the proxies to believe; false: none. */
  trustProxy: false | readonly string[]
  limitFactor: number
  frameAncestors: readonly string[]
  docs: boolean
  metricsKey: string | null
  /** Where pages connect to when not to this server. */
  chatOrigin?: string | null
  /** Where pictures on pages may come from besides this server. */
  pictureOrigins?: readonly string[]
}

export interface HttpTerms {
  routes: readonly Route[]
  /** Who knows the tokens of members, and those of staff. */
  authenticate?: Authenticate
  authenticateAgent?: AuthenticateAgent
  isTerminated(): Promise<boolean>
  database: Database
  clock: Clock
  logger: Logger
  config: ListenerSettings
  /** Every call of the contract, bound or not. */
  calls?: readonly Call[]
  /** Where the built web app lies. */
  webFolder?: string
  /** Origins whose pages its own show in a frame, and those that may show its page of what is not published yet. */
  frameSources?: readonly string[]
  previewAncestors?: readonly string[]
  readiness?: Readiness
  /** What the server can do without: /ready says how it is and is not less ready for it. */
  aids?: Readiness
  /** Counts calls for several processes; without it this one counts by itself. */
  shareLimits?: (own: Limits) => Limits
  /** What asks for a proof of work in place of a refusal. */
  proofs?: Proofs
  /** Lets open pages connect and be told, and answers what keeps that true; without it they cannot connect. */
  live?: (server: FastifyInstance, limits: Limits) => Job
  /** Whether the server describes its calls where the settings let it; it does unless told. */
  describesCalls?: boolean
  /** The part of what the process has (connections, room for uploads) that is this listener's; all of it unless told. */
  share?: number
  /** Other room for uploads than that: for tests. */
  uploadMeans?: Partial<UploadMeans>
  /** Times of the idempotency memory, in ms. */
  idempotency?: { waitMs?: number; leaseMs?: number }
  /** Told, before he is answered, that a member may have changed something; it never rejects. */
  wrote?: (memberId: string) => Promise<void>
  /** Holds each answer against the contract: for tests. */
  checksAnswers?: boolean
  /** What /metrics shows beside the calls. */
  gauges?: readonly Gauge[]
  /** Adds memory and processor of this process to /metrics. */
  measuresProcess?: boolean
}

export interface Http {
  /** Listens; port 0 takes any free one. Throws the system's error when the port is taken. */
  listen(port?: number): Promise<{ port: number }>
  /** Answers 503 to what still comes, waits for what is being answered, and stops listening. */
  close(): Promise<void>
  /** Makes a request without a network: for tests. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  jobs: readonly Job[]
  /** Forgets calls that a killed process left running; for the sole process of an embedded database. */
  forgetInterrupted(): Promise<void>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
  }
}

/** Builds the HTTP server: web app, API in the order of checks, operations and documentation. */
export async function createHttp(terms: HttpTerms): Promise<Http> {
  const { clock, config, logger, database } = terms
  const state = { isClosing: false }
  const metrics = createMetrics({ ofProcess: terms.measuresProcess ?? false })
  for (const gauge of terms.gauges ?? []) metrics.add(gauge)
  const idempotency = createIdempotency({ database, clock, logger, ...terms.idempotency })
  const server = buildServer(terms, metrics)
  const web = findWebApp(terms.webFolder)
  setSecurityHeaders(server, {
    html: web?.html ?? '',
    frameAncestors: config.frameAncestors,
    frameSources: terms.frameSources ?? [],
    chatOrigin: config.chatOrigin ?? null,
    pictureOrigins: config.pictureOrigins ?? [],
    isHttps: isHttps(config),
  })
  const ownLimits = createLimits({ clock, factor: config.limitFactor })
  turnAway(server, state, ownLimits, logger)
  server.setNotFoundHandler((request, reply) => {
    if (!web || !sendScreen(web, request, reply)) throw new AppError('NOT_FOUND')
  })
  bindOperations(server, {
    readiness: terms.readiness ?? {},
    aids: terms.aids ?? {},
    metrics,
    metricsKey: config.metricsKey,
  })
  const limits = terms.shareLimits?.(ownLimits) ?? ownLimits
  const socketsJob = terms.live?.(server, limits)
  await bindAll(server, terms, {
    authenticate: terms.authenticate,
    authenticateAgent: terms.authenticateAgent,
    isTerminated: () => terms.isTerminated(),
    limits,
    idempotency,
    uploads: createUploads({ ...uploadMeans(terms.share), ...terms.uploadMeans }),
    proofs: terms.proofs,
    clock,
    wrote: terms.wrote,
    checksAnswers: terms.checksAnswers ?? false,
  })
  const calls = terms.calls ?? allCalls
  if (config.docs && terms.describesCalls !== false) await bindDocumentation(server, { calls })
  if (web) await serveWebApp(server, web, terms.previewAncestors ?? [])
  await server.ready()
  return {
    async listen(port = config.port) {
      await server.listen({ host: config.host, port })
      const address = server.server.address()
      return { port: typeof address === 'object' && address ? address.port : port }
    },
    async close() {
      state.isClosing = true
      await server.close()
    },
    inject: (request) => server.inject(request),
    // Where nothing is remembered there is nothing to clean.
    jobs: [
      ...(calls.some(({ idempotent }) => idempotent) ? [idempotency.job] : []),
      ...(socketsJob ? [socketsJob] : []),
    ],
    forgetInterrupted: () => idempotency.forgetInterrupted(),
  }
}

/** The contract checks what comes and what goes: Fastify's own compilers of schemas need not be read in. */
function withoutSchemas(): never {
  throw new Error('the contract says the shapes of calls, not a schema of the route')
}

const isHttps = ({ publicUrl }: { publicUrl: string }) => publicUrl.startsWith('https:')

/** Fastify with our words in place of its own, whatever happens. */
function buildServer(terms: HttpTerms, metrics: Metrics): FastifyInstance {
  const { clock, config, logger } = terms
  const plain = plainHeaders(isHttps(config))
  const answerBroken = (error: Error & { code?: string }, socket: Socket) => answerBrokenRequest(error, socket, plain)
  const server = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // A picture may come over a bad line (LIM-003); `limitBodyTime` gives other bodies less.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    // Node would refuse a request that names no host without a word of ours; `turnAway` does it.
    http: { requireHostHeader: false },
    genReqId: () => newId(clock.now()),
    trustProxy: config.trustProxy === false ? false : [...config.trustProxy],
    routerOptions: { maxParamLength: 8192 },
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    frameworkErrors: (_error, request, reply) => {
      reply.headers(plain).header('x-request-id', request.id)
      sendOutcome(reply, { status: 404, body: { message: 'NOT_FOUND' }, retryAfterS: undefined })
      logger.debug({ requestId: request.id }, 'an address could not be read')
    },
    clientErrorHandler: answerBroken,
  })
  // Node itself would answer 417 without a word of ours to an `expect` that it does not know, which may as well be ignored.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.server.maxConnections = connectionsMax(terms.share)
  server.removeAllContentTypeParsers()
  // The bytes stay bytes: what they mean is looked at after the signatures of machines were checked over them.
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.call?.takesForms === true) done(null, body)
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']))
  })
  server.setErrorHandler((error, request, reply) => sendThrown(logger, error, request, reply))
  limitBodyTime(server, (socket) => {
    answerBroken(Object.assign(new Error('the body did not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    const name = call?.name ?? request.routeOptions.url ?? 'unknown'
    metrics.observe(name, request.method, reply.statusCode, reply.elapsedTime)
    const line = {
      requestId: request.id,
      call: name,
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, LOGGED_MAX),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...callerOf(request),
      address: request.ip,
      client: request.headers['x-client']?.slice(0, LOGGED_MAX),
      ...referenced(request),
    }
    if (call) logger.info(line, 'answered')
    else logger.debug(line, 'answered')
  })
  return server
}

/** What a member names when he asks what became of a call. A whole key stays out of the log. */
function referenced({ headers }: FastifyRequest): { reference?: string } {
  const key = headers['idempotency-key']
  return typeof key === 'string' && isIdempotencyKey(key) ? { reference: referenceOf(key) } : {}
}

/** What is no call of the API (files, pages, paths that lead nowhere), by address; a first page is some forty of them. */
const PLAIN_LIMIT = { max: 6_000, windowS: 60 } as const

/** Answers what will not be answered otherwise; after the headers that every answer has were set. */
function turnAway(server: FastifyInstance, state: { isClosing: boolean }, ownLimits: Limits, logger: Logger): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!state.isClosing) return
    logger.debug({ requestId: request.id }, 'turned away while closing')
    reply.header('connection', 'close')
    throw new AppError('INTERNAL_SERVER_ERROR', { status: 503, retryAfterS: 5 })
  })
  // Calls count by themselves. This count is the process's own: sending a file costs less than asking others about it.
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.call) return
    const verdict = await ownLimits.take(`plain ${addressGroup(request.ip)}`, PLAIN_LIMIT)
    if (!verdict.allowed) throw new AppError('REQUEST_LIMIT', { status: 429, retryAfterS: verdict.retryAfterS })
  })
  server.addHook('onRequest', async (request) => {
    const hosts = request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    // With two, a proxy in front and this server could each mean another.
    if (hosts.length > 1 || (hosts.length === 0 && request.raw.httpVersion === '1.1')) {
      throw new AppError('NO_DATA', { status: 400 })
    }
  })
  // Decided here, because a body would be read and judged before the handler of unknown paths runs.
  server.addHook('onRequest', async (request) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('NOT_FOUND')
  })
}

async function bindAll(server: FastifyInstance, terms: HttpTerms, pipeline: PipelineTerms): Promise<void> {
  const calls = terms.calls ?? allCalls
  const routes = new Map<Call, Route>()
  for (const route of terms.routes) {
    if (routes.has(route.call)) throw new Error(`two routes answer ${route.call.name}`)
    if (!calls.includes(route.call)) throw new Error(`${route.call.name} is not a call of the contract`)
    routes.set(route.call, route)
  }
  for (const call of calls) if (!call.upload) bindCall(server, pipeline, call, routes.get(call))
  // Forms are understood there alone: to every other call they are of a wrong kind.
  await server.register(async (scope) => {
    await takeForms(scope)
    for (const call of calls) if (call.upload) bindCall(scope, pipeline, call, routes.get(call))
  })
}

function sendThrown(logger: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { call } = request.routeOptions.config
  // A path that is no call was meant for a file; whatever is wrong with it, there is none.
  const thrown = call ? error : asMissing(error)
  const outcome = describeThrown(thrown, call)
  if (outcome.status >= 500 && !(error instanceof AppError)) {
    logger.error({ requestId: request.id, call: call?.name, err: error }, 'a call failed')
  }
  return sendOutcome(reply, outcome)
}

/** Whoever asks for a part beyond a file's end has the wrong length in mind, and is told so. */
const BEYOND_THE_END = 416

function asMissing(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('statusCode' in error)) return error
  if (error.statusCode === BEYOND_THE_END) return error
  return Number(error.statusCode) < 500 ? new AppError('NOT_FOUND') : error
}

/** What Node could not read as a request at all, its headers too long among them, still gets an answer of ours. */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const body = '{"message":"NO_DATA"}'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
