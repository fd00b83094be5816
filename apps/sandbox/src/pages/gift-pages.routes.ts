import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Gift } from '../gifts/gift.ts'
import type { Gifts } from '../gifts/gifts.ts'
import { giftLink, readNewGift } from '../gifts/gifts.routes.ts'
import { type Input, readInput, readOptionalText, readText } from '../http/input.ts'
import { notFound } from '../http/refusal.ts'
import { typedAmount } from './bank-parts.ts'
import { attempt, textsOf, wordsOf } from './forms.ts'
import type { Frame } from './frame.ts'
import { giftPage, giftsPage } from './gifts-page.ts'

type Query = { Querystring: Readonly<Record<string, unknown>> }

/** The gift issuer's pages: make a link, see all links, and what a link itself opens. */
export function addGiftPages(
  app: FastifyInstance,
  parts: { gifts: Gifts; clock: Clock; frame: Frame; publicUrl: string | null },
): void {
  const { gifts, clock, frame, publicUrl } = parts
  const linked = (request: FastifyRequest, gift: Gift) => ({ gift, link: giftLink(request, gift, publicUrl) })

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { made: string | null; typed: Readonly<Record<string, string>>; problem: string | null },
  ): FastifyReply {
    const links = gifts.list().map((gift) => linked(request, gift))
    return frame.send(reply, giftsPage({ ...shown, gifts: links, now: clock.now() }))
  }

  app.get<Query>('/gifts', (request, reply) =>
    send(request, reply, { made: readOptionalText(request.query, 'made', 128), typed: {}, problem: null }),
  )

  app.post('/gifts', (request, reply) => {
    const input = readInput(request.body)
    const made = attempt(() => gifts.make(readNewGift(typedGift(input))))
    if (made.done) return reply.redirect(`/gifts?made=${made.value.code}`, 303)
    const problem = wordsOf(made.refusal)
    return send(request, reply.code(made.refusal.status), { made: null, typed: textsOf(input), problem })
  })

  app.get<Query>('/gifts/campaign/', (request, reply) => {
    const gift = gifts.find(readText(request.query, 'v', 128))
    if (gift === null) throw notFound('There is no such gift.')
    return frame.send(reply, giftPage(linked(request, gift), clock.now()))
  })
}

/** The fields of the form as the tests' door takes them. */
function typedGift(input: Input): Input {
  const people = readOptionalText(input, 'people', 10)
  return {
    amount: typedAmount(readText(input, 'amount', 30)),
    people: people === null ? null : Number(people),
    kind: readOptionalText(input, 'kind', 1) ?? 'R',
  }
}
