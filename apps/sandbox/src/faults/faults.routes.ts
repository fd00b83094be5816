import type { FastifyInstance } from 'fastify'
import { readInput, readOptionalCount, readText } from '../http/input.ts'
import type { Faults } from './faults.ts'

/** The longest a fault may hold something back: a day. */
const longestMs = 86_400_000

/** `POST /api/faults {party, mode, times?, ms?}` sets a switch, `GET /api/faults` shows all and how often they fired. */
export function addFaultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/api/faults', () => ({ faults: faults.all() }))
  app.post('/api/faults', (request) => {
    const input = readInput(request.body)
    return faults.set(
      readText(input, 'party'),
      readText(input, 'mode'),
      readOptionalCount(input, 'times', 1_000_000),
      readOptionalCount(input, 'ms', longestMs),
    )
  })
}
