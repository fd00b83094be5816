import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from './outcome.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends what a call ended with. Nobody may keep it: it is a member's, or true only now. */
export function sendOutcome(reply: FastifyReply, outcome: Outcome): FastifyReply {
  if (outcome.retryAfterS !== undefined) reply.header('retry-after', String(outcome.retryAfterS))
  if (outcome.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(outcome.status)
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .send(JSON.stringify(outcome.body ?? {}))
}

/** Sends an answer that is the same for all and may be kept, if it is asked about again; 304 when it is known. */
export function sendCacheable(reply: FastifyReply, request: FastifyRequest, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-language')
  if (knowsTag(request, etag)) return reply.code(304).send()
  return reply.code(200).type(JSON_TYPE).send(text)
}

/** Whether whoever asks has what this tag stands for. */
export function knowsTag(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
