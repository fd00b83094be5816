import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Metrics } from './metrics.ts'
import { sendOutcome } from './reply.ts'

/** What must be well before the server is ready, by name. A check that throws counts as not well. */
export type Readiness = Readonly<Record<string, () => Promise<boolean>>>

/** Binds the calls of operators and machines: /health, /ready and /metrics. */
export function bindOperations(
  server: FastifyInstance,
  terms: { readiness: Readiness; aids: Readiness; metrics: Metrics; metricsKey: string | null },
): void {
  server.get('/health', (_request, reply) =>
    sendOutcome(reply, { status: 200, body: { status: 'up' }, retryAfterS: undefined }),
  )
  const check = together(() => Promise.all([runChecks(terms.readiness), runChecks(terms.aids)]))
  server.get('/ready', async (_request, reply) => {
    const [needed, aids] = await check()
    const isReady = Object.values(needed).every(Boolean)
    const checks = { ...needed, ...aids }
    return sendOutcome(
      reply,
      isReady
        ? { status: 200, body: { status: 'ready', checks }, retryAfterS: undefined }
        : { status: 503, body: { message: 'INTERNAL_SERVER_ERROR', details: { checks } }, retryAfterS: 1 },
    )
  })
  server.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !hasKey(request, terms.metricsKey)) throw new AppError('NOT_FOUND')
    return reply
      .header('cache-control', 'no-store')
      .type(terms.metrics.contentType)
      .send(await terms.metrics.text())
  })
}

/** Whoever asks while it is being found out hears the same: by asking often nobody has it found out more often at once. */
function together<Answer>(find: () => Promise<Answer>): () => Promise<Answer> {
  let finding: Promise<Answer> | undefined
  return () => {
    finding ??= find().finally(() => {
      finding = undefined
    })
    return finding
  }
}

async function runChecks(readiness: Readiness): Promise<Record<string, boolean>> {
  const results = Object.entries(readiness).map(async ([name, check]) => {
    try {
      return [name, await check()] as const
    } catch {
      return [name, false] as const
    }
  })
  return Object.fromEntries(await Promise.all(results))
}

/**
 * Whether a request comes from this machine itself; one that a proxy hands on does not, nor one that a page of elsewhere
 * makes a browser on this machine send, under a name of its own that leads here.
 */
function isLocal(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) return false
  if (!/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')) return false
  const address = request.socket.remoteAddress ?? ''
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address)
}

function hasKey(request: FastifyRequest, key: string | null): boolean {
  if (key === null) return false
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${key}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
