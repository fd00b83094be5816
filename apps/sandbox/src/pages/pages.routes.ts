import type { FastifyInstance } from 'fastify'
import type { Bank } from '../bank/bank.ts'
import type { SlipPictures } from '../bank/slip-picture.ts'
import type { Clock } from '../clock.ts'
import { type Faults, isActive } from '../faults/faults.ts'
import type { Games } from '../games/games.ts'
import type { Providers } from '../games/providers.ts'
import type { Sessions } from '../games/sessions.ts'
import type { Gifts } from '../gifts/gifts.ts'
import { type Input, readInput, readOptionalCount, readOptionalText, readText } from '../http/input.ts'
import type { StaffMember } from '../staff/staff.ts'
import type { Phone } from '../phone/phone.ts'
import { addAssetRoutes } from './assets.routes.ts'
import { addBankPages } from './bank-pages.routes.ts'
import { faultsPage } from './faults-page.ts'
import { attempt, textsOf, wordsOf } from './forms.ts'
import { createFrame, type Frame } from './frame.ts'
import { addGamePages } from './game-pages.routes.ts'
import { addGiftPages } from './gift-pages.routes.ts'
import { indexPage } from './index-page.ts'
import { phonePage } from './phone-page.ts'
import { staffPage } from './staff-page.ts'

type Query = { Querystring: Readonly<Record<string, unknown>> }

const shownQrs = 30

/** Everybody who has a page. */
export interface Parties {
  readonly phone: Phone
  readonly bank: Bank
  readonly games: Games
  readonly providers: Providers
  readonly gifts: Gifts
  readonly sessions: Sessions
  readonly faults: Faults
  readonly slips: SlipPictures
  readonly clock: Clock
  /** The demo operator's staff; null: there is none. */
  readonly staff: (() => readonly StaffMember[]) | null
  readonly deskUrl: string
  readonly walletUrl: string
  readonly publicUrl: string | null
}

/** The pages for people: index, phone, bank with its slips, gift links, the games' sites, faults. */
export function addPages(app: FastifyInstance, all: Parties): void {
  const { phone, clock, walletUrl, staff } = all
  const hasStaff = staff !== null
  const waitingQrs = (): number => {
    const nowMs = clock.now().getTime()
    return all.bank.payments.unpaid(shownQrs).filter((qr) => qr.expiresAt === null || qr.expiresAt >= nowMs).length
  }
  const faultsSet = (): number => all.faults.all().filter(isActive).length
  const frame = createFrame(() => ({ waitingQrs: waitingQrs(), faultsSet: faultsSet(), walletUrl, hasStaff }))

  addAssetRoutes(app)
  app.get('/', (_request, reply) =>
    frame.send(
      reply,
      indexPage({
        inboxes: phone.inboxes().length,
        waitingQrs: waitingQrs(),
        payouts: all.bank.payouts.list().length,
        gifts: all.gifts.list().length,
        players: all.games.providers().reduce((sum, code) => sum + all.games.players(code).length, 0),
        faultsSet: faultsSet(),
        walletUrl,
        hasStaff,
      }),
    ),
  )

  app.get<Query>('/phone', (request, reply) => {
    const number = readOptionalText(request.query, 'to', 30)
    const inboxes = phone.inboxes()
    const opened = number ?? inboxes[0]?.to ?? null
    const messages = opened === null ? [] : phone.messages(opened)
    return frame.send(reply, phonePage({ inboxes, number, messages, now: clock.now() }))
  })

  if (staff !== null) app.get('/staff', (_request, reply) => frame.send(reply, staffPage(staff(), all.deskUrl)))
  addFaultsPage(app, all.faults, frame)
  addBankPages(app, { ...all, frame })
  addGiftPages(app, { ...all, frame })
  addGamePages(app, { ...all, frame })
}

function addFaultsPage(app: FastifyInstance, faults: Faults, frame: Frame): void {
  const view = (input: Input, problem: string | null) => {
    const typed = textsOf(input)
    const wanted = typed['party']?.toLowerCase()
    const all = faults.all()
    const party = all.find((fault) => fault.party.toLowerCase() === wanted)?.party ?? 'bank'
    return faultsPage({ faults: all, party, problem, typed: problem === null ? {} : typed })
  }

  app.get<Query>('/faults', (request, reply) => frame.send(reply, view(request.query, null)))

  app.post('/faults', (request, reply) => {
    const input = readInput(request.body)
    const set = attempt(() =>
      faults.set(
        readText(input, 'party'),
        readText(input, 'mode'),
        readOptionalCount(typedCount(input, 'times'), 'times', 1_000_000),
        readOptionalCount(typedCount(input, 'ms'), 'ms', 86_400_000),
      ),
    )
    if (set.done) return reply.redirect(`/faults?party=${encodeURIComponent(set.value.party)}`, 303)
    return frame.send(reply.code(set.refusal.status), view(input, wordsOf(set.refusal)))
  })

  app.post('/faults/reset', (_request, reply) => {
    faults.reset()
    return reply.redirect('/faults', 303)
  })
}

function typedCount(input: Input, name: string): Input {
  const text = readOptionalText(input, name, 20)
  return text === null ? {} : { [name]: Number(text) }
}
