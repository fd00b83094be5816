import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transfer } from '../bank/transfers.ts'
import type { Answer, Door } from '../faults/door.ts'

/** Services that tell of the banks' transfers who asks by the text of a slip's code. */
export interface SlipParts {
  readonly door: Door
  /** The transfer behind a code: null when the text is none, undefined when no bank knows the transfer. */
  find(text: unknown): Transfer | null | undefined
  /** Answers a question in the ways in which it can go. */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    given: { party: string; yes: () => Answer; refuse: () => Answer; late: (ms: number) => Answer },
  ): FastifyReply
}
