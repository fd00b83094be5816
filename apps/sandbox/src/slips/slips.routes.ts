import type { FastifyInstance } from 'fastify'
import type { Agenda } from '../agenda.ts'
import { readSlip, type Transfer } from '../bank/transfers.ts'
import type { Door } from '../faults/door.ts'
import { addEasySlipRoutes } from './easyslip.routes.ts'
import type { SlipParts } from './slip-parts.ts'
import { addSlipOkRoutes } from './slipok.routes.ts'

const nobodyWaits = 'slip-question'

/** The doors of services that verify slips, over the books of all banks. */
export function addSlipRoutes(
  app: FastifyInstance,
  transfers: { find(transRef: string): Transfer | null },
  { door, agenda }: { door: Door; agenda: Agenda },
): void {
  // A question whose answer nobody waits for does nothing.
  agenda.on(nobodyWaits, () => {})
  const parts: SlipParts = {
    door,
    find(text) {
      const slip = typeof text === 'string' ? readSlip(text) : null
      if (slip === null) return null
      const found = transfers.find(slip.transRef)
      // Thai services know Thai transfers.
      return found?.sendingBank === slip.sendingBank && found.currency === 'BAHT' ? found : undefined
    },
    answer: (request, reply, { party, yes, refuse, late }) =>
      door.moneyCall(request, reply, {
        party,
        act: yes,
        refuse,
        accept: late,
        late: { kind: nobodyWaits, body: null },
      }),
  }
  addSlipOkRoutes(app, parts)
  addEasySlipRoutes(app, parts)
}
