import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Whether the request carries HTTP Basic with this name and password. */
export function carriesBasic(request: FastifyRequest, name: string, password: string): boolean {
  const [kind, encoded = ''] = (request.headers.authorization ?? '').split(' ')
  const given = Buffer.from(encoded, 'base64')
  const wanted = Buffer.from(`${name}:${password}`)
  return kind === 'Basic' && given.length === wanted.length && timingSafeEqual(given, wanted)
}
