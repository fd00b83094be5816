import type { FastifyInstance } from 'fastify'
import type { Agenda } from '../agenda.ts'
import { readInput, readOptionalCount, readOptionalText, readText } from '../http/input.ts'
import type { Faults } from './faults.ts'

/** The longest a fault may hold something back: a day. */
const longestMs = 86_400_000

/**
 * `POST /api/faults {party, mode, times?, ms?}` sets a switch, `GET /api/faults` shows all and how often they fired,
 * `POST /api/faults/release {provider?}` lets happen now what is held back, at all parties or at one provider of games.
 */
export function addFaultRoutes(app: FastifyInstance, faults: Faults, agenda: Pick<Agenda, 'release'>): void {
  app.get('/api/faults', () => ({ faults: faults.all() }))
  app.post('/api/faults/release', (request) => {
    agenda.release(readOptionalText(readInput(request.body), 'provider'))
    return {}
  })
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
