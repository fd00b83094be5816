import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Throws 401 UNAUTHORIZED unless the request carries `authorization: Bearer <key>`. */
export function requireBearer(request: FastifyRequest, key: string): void {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${key}`)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Refusal(401, 'UNAUTHORIZED')
}
