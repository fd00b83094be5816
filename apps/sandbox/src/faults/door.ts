import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Agenda } from '../agenda.ts'
import { requireBearer } from '../http/bearer.ts'
import { Refusal } from '../http/refusal.ts'
import type { Store } from '../store/database.ts'
import type { Faults } from './faults.ts'

/** What a door answers: a status and a body. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A call that moves money, in the ways in which it can go. Each runs in a transaction and is idempotent by its id. */
export interface MoneyCall {
  readonly party: string
  /** Does it and answers. */
  act(): Answer
  /** Answers the party's documented refusal, and remembers it where the party would. */
  refuse(): Answer
  /** Accepts it; it is done after `ms`. */
  accept(ms: number): Answer
  /** The event that does it later, when nobody waits for the answer any more. */
  readonly late: { readonly kind: string; readonly body: unknown }
}

/** The way into a party for the server: key, the faults of every call, the faults of money calls. */
export type Door = ReturnType<typeof createDoor>

/** Makes the doors' common part. */
export function createDoor(store: Store, faults: Faults, agenda: Agenda) {
  async function pass(party: string): Promise<void> {
    const fault = faults.fireCall(party)
    if (fault?.mode === 'down') throw new Refusal(503, 'DOWN')
    if (fault?.mode === 'slow') await pause(fault.ms)
    agenda.catchUp()
  }

  return {
    /** Checks the key, then lets `slow` and `down` happen. */
    async enter(request: FastifyRequest, party: string, key: string): Promise<void> {
      requireBearer(request, key)
      await pass(party)
    },
    /** Lets `slow` and `down` happen to a call whose signature the door has checked itself. */
    pass,
    /** Lets the call go the way the switch of its party says, and answers or breaks the connection. */
    moneyCall(request: FastifyRequest, reply: FastifyReply, call: MoneyCall): FastifyReply {
      const fault = faults.fireMoney(call.party)
      switch (fault?.mode) {
        case 'error':
          throw new Refusal(500, 'ERROR')
        case 'cut-before':
          return cut(request, reply)
        case 'cut-after':
          store.transaction(() => call.act())
          return cut(request, reply)
        case 'late':
          store.transaction(() => agenda.add(call.late.kind, call.late.body, fault.ms))
          return cut(request, reply)
        case 'refuse':
          return send(
            reply,
            store.transaction(() => call.refuse()),
          )
        case 'in-progress':
          return send(
            reply,
            store.transaction(() => call.accept(fault.ms)),
          )
        case undefined:
          return send(
            reply,
            store.transaction(() => call.act()),
          )
      }
    },
  }
}

/** Who a party lets in, and its own words to anybody else; null where it knows the caller. */
interface Guard {
  readonly party: string
  readonly door: Door
  refusalOf(request: FastifyRequest): Answer | null
}

/** The routes of a party that checks its callers itself: each call passes the party's switch first. */
export function addGuarded(app: FastifyInstance, guard: Guard, add: (routes: FastifyInstance) => void): void {
  void app.register((routes, _options, done) => {
    routes.addHook('preHandler', async (request, reply) => {
      await guard.door.pass(guard.party)
      const refusal = guard.refusalOf(request)
      return refusal === null ? undefined : send(reply, refusal)
    })
    add(routes)
    done()
  })
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).send(answer.body)
}

/** Breaks the connection without an answer. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}
