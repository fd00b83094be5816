import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer, Door } from '../faults/door.ts'
import { type Input, readAmount, readInput, readOptionalCount } from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import { domainError } from './envelope.ts'
import type { Gift } from './gift.ts'
import { type Gifts, type NewGift, redeemEvent } from './gifts.ts'

type OfVoucher = { Params: { code: string }; Querystring: Readonly<Record<string, unknown>> }

const party = 'gift'
const codeMax = 128

/**
 * The server's door under `/gifts/campaign/vouchers`, as the real issuer has it: no key but the voucher's code, domain
 * errors as HTTP 400 in the envelope of a yes, and a page of a guard, not JSON, when the issuer is not well.
 */
export async function addGiftRoutes(app: FastifyInstance, gifts: Gifts, door: Door): Promise<void> {
  await app.register(async (issuer) => {
    issuer.setErrorHandler((error, _request, reply) => {
      const status = error instanceof Refusal ? error.status : 400
      if (status >= 500) return reply.code(status).type('text/html; charset=utf-8').send(guardPage(status))
      return reply.code(400).send(domainError('BAD_PARAM', null, '', 0).body)
    })

    issuer.get<OfVoucher>('/gifts/campaign/vouchers/:code/verify', async (request, reply) => {
      await door.pass(party)
      const answer = verify(gifts, request.params.code, request.query['mobile'])
      return reply.code(answer.status).send(answer.body)
    })

    issuer.post<OfVoucher>('/gifts/campaign/vouchers/:code/redeem', async (request, reply) => {
      await door.pass(party)
      const input = readInput(request.body)
      const { mobile } = input
      const code = readCode(request.params.code)
      if (typeof mobile !== 'string' || input['voucher_hash'] !== code) throw badRequest('mobile and voucher_hash')
      const order = { code, mobile }
      return door.moneyCall(request, reply, {
        party,
        act: () => gifts.redeem(order),
        refuse: () => gifts.refuse(order),
        accept: (ms) => gifts.redeemSlowly(order, ms),
        late: { kind: redeemEvent, body: order },
      })
    })
  })
}

/** The tests' door `POST /api/gifts {amount, people?, kind?, expired?}`, which answers the link. */
export function addGiftTestRoutes(
  app: FastifyInstance,
  gifts: Gifts,
  settings: { readonly publicUrl: string | null },
): void {
  app.post('/api/gifts', (request) => {
    const gift = gifts.make(readNewGift(readInput(request.body)))
    return { link: giftLink(request, gift, settings.publicUrl) }
  })
}

/** The link of a gift, as the giver sends it on. */
export function giftLink(request: FastifyRequest, gift: Pick<Gift, 'code'>, publicUrl: string | null): string {
  return `${publicUrl ?? `${request.protocol}://${request.host}`}/gifts/campaign/?v=${gift.code}`
}

/** The body of a new gift: for one person unless it says more, at random unless it says alike. */
export function readNewGift(input: Input): NewGift {
  const { kind = 'R', expired = false } = input
  if (kind !== 'R' && kind !== 'F') throw badRequest('kind must be R or F')
  if (typeof expired !== 'boolean') throw badRequest('expired must be true or false')
  return {
    amountMinor: readAmount(input, 'amount'),
    people: readOptionalCount(input, 'people', 1000) ?? 1,
    kind,
    isExpired: expired,
  }
}

function verify(gifts: Gifts, code: string, mobile: unknown): Answer {
  if (typeof mobile !== 'string') throw badRequest('mobile must be given')
  return gifts.verify(readCode(code), mobile)
}

function readCode(code: string): string {
  if (code.length > codeMax || !/^[A-Za-z0-9]+$/.test(code)) throw badRequest('a code has letters and digits')
  return code
}

/** What stands before the real issuer answers so when it does not let a call through. */
function guardPage(status: number): string {
  return `<!doctype html><html lang="en"><head><title>${status}</title></head><body><h1>Please wait…</h1></body></html>`
}
