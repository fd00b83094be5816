import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { MINUTE_MS } from '../durations.ts'

/** The longest that a body of JSON may take to arrive; files have the time of the whole request. */
const BODY_WITHIN_MS = MINUTE_MS

/** Ends requests whose body of JSON does not come; `onTimeout` gets the connection to answer on. */
export function limitBodyTime(server: FastifyInstance, onTimeout: (socket: Socket) => void): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.call?.upload !== undefined) return payload
    const timer = setTimeout(() => onTimeout(request.raw.socket), BODY_WITHIN_MS)
    const stop = (): void => clearTimeout(timer)
    for (const event of ['end', 'close', 'error']) payload.once(event, stop)
    // A body that nobody reads never ends; what was answered is waited for no longer.
    for (const event of ['finish', 'close']) reply.raw.once(event, stop)
    return payload
  })
}
