import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BinaryAnswer } from './binary-answer.ts'
import { readRange } from './byte-range.ts'
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
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
  return reply.code(200).type(JSON_TYPE).send(text)
}

/** Sends a file, or the part of it that was asked for. Browsers may show it or only save it, and take it for nothing else. */
export function sendBinary(
  reply: FastifyReply,
  request: FastifyRequest,
  { bytes, mediaType, isShown }: BinaryAnswer,
): FastifyReply {
  reply
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', isShown ? 'inline' : 'attachment')
    .header('x-content-type-options', 'nosniff')
  const part = readRange(request.headers.range, bytes.length)
  if (part === null) return reply.code(200).type(mediaType).send(bytes)
  if (part === 'beyond') {
    reply.header('content-range', `bytes */${bytes.length}`)
    return reply
      .code(416)
      .type(JSON_TYPE)
      .send(JSON.stringify({ message: 'NO_DATA' }))
  }
  const { from, to } = part
  reply.header('content-range', `bytes ${from}-${to}/${bytes.length}`)
  return reply
    .code(206)
    .type(mediaType)
    .send(bytes.subarray(from, to + 1))
}
