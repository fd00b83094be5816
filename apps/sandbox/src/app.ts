import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { createAgenda } from './agenda.ts'
import { createBank } from './bank/bank.ts'
import { createBanks } from './bank/banks.ts'
import { addBankRoutes, addBankTestRoutes } from './bank/bank.routes.ts'
import { createSlipPictures } from './bank/slip-picture.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createDoor } from './faults/door.ts'
import { createFaults } from './faults/faults.ts'
import { addFaultRoutes } from './faults/faults.routes.ts'
import { createGateways } from './gateways/gateways.ts'
import { addGatewayRoutes } from './gateways/gateways.routes.ts'
import { createGameTransfers } from './games/game-transfers.ts'
import { createGames } from './games/games.ts'
import { addGameRoutes, addGameTestRoutes } from './games/games.routes.ts'
import { createProviders } from './games/providers.ts'
import { createSessions } from './games/sessions.ts'
import { addSignedFormRoutes } from './games/signed-form.routes.ts'
import { addSignedJsonRoutes } from './games/signed-json.routes.ts'
import { addJokerRoutes } from './games/joker.routes.ts'
import { addPgSoftRoutes } from './games/pg-soft.routes.ts'
import { addTokenFormRoutes } from './games/token-form.routes.ts'
import { createGifts } from './gifts/gifts.ts'
import { addGiftRoutes, addGiftTestRoutes } from './gifts/gifts.routes.ts'
import { acceptForms } from './http/forms.ts'
import { Refusal } from './http/refusal.ts'
import { addPages } from './pages/pages.routes.ts'
import { readOperator } from './operator.ts'
import { createPhone } from './phone/phone.ts'
import { addPhoneRoutes } from './phone/phone.routes.ts'
import { addThaiBulkSmsRoutes } from './phone/thaibulksms.routes.ts'
import { addTwilioRoutes } from './phone/twilio.routes.ts'
import { readKeys } from './secret.ts'
import { addSlipRoutes } from './slips/slips.routes.ts'
import { listStaff } from './staff/staff.ts'
import { openStore } from './store/database.ts'

/** The running sandbox. */
export interface Sandbox {
  /** Where it answers, such as `http://127.0.0.1:3001`. */
  readonly url: string
  /** Ends callbacks, connections and the database; nothing acknowledged is lost. */
  close(): Promise<void>
}

/** Opens the state and starts to answer. Throws an Error in words when the data folder or the port is taken. */
export async function startSandbox(config: Config, clock: Clock = systemClock): Promise<Sandbox> {
  const operator = readOperator(config.operatorFile)
  const [banks, providers] = [createBanks(operator), createProviders(operator)]
  const keys = readKeys(config.dataFolder, config.secret)
  const store = openStore(config.dataFolder)
  const agenda = createAgenda(store, clock, report)
  const faults = createFaults(store, providers.codes)
  const door = createDoor(store, faults, agenda)
  const phone = createPhone(store, clock, agenda)
  const bank = createBank(
    { store, clock, agenda, faults, banks, report },
    { hookUrl: config.hookUrl, hookKey: keys.bankHook },
  )
  const { transfers: bankTransfers } = bank
  const gateways = createGateways({
    store,
    clock,
    agenda,
    faults,
    report,
    transfers: bankTransfers,
    hookUrl: config.hookUrl,
  })
  bank.payments.divertTo((references, from, paid) => {
    const charge = gateways.openCharge(references)
    return charge && gateways.transferOf(gateways.pay(charge, from, paid))
  })
  const games = createGames(store, clock)
  const transfers = createGameTransfers(store, clock, agenda, games)
  const sessions = createSessions(store, clock, games)
  const gifts = createGifts(store, clock, agenda)

  const app = createHttp()
  app.addHook('onRequest', async (request) => {
    refuseForeignSites(request)
    agenda.catchUp()
  })
  app.get('/health', () => ({ status: 'ok' }))
  addFaultRoutes(app, faults, agenda)
  addPhoneRoutes(app, phone, door, keys.sms)
  addThaiBulkSmsRoutes(app, phone, door)
  addTwilioRoutes(app, phone, { door, agenda, hookUrl: config.hookUrl })
  addBankRoutes(app, bank, door, keys.bank)
  addBankTestRoutes(app, bank, clock)
  addGatewayRoutes(
    app,
    { gateways, banks, door, clock },
    { keys, urlOf: () => config.publicUrl ?? urlOf(app, config.host) },
  )
  const gameParts = { providers, games, transfers, sessions, door, clock }
  const gameSettings = { keys, publicUrl: config.publicUrl, hookUrl: config.hookUrl }
  addGameRoutes(app, gameParts, gameSettings)
  addSignedJsonRoutes(app, gameParts, gameSettings)
  addSignedFormRoutes(app, gameParts, gameSettings)
  addTokenFormRoutes(app, gameParts, gameSettings)
  addPgSoftRoutes(app, gameParts, gameSettings)
  addJokerRoutes(app, gameParts, gameSettings)
  addGameTestRoutes(app, games, transfers)
  await addGiftRoutes(app, gifts, door)
  addGiftTestRoutes(app, gifts, config)
  addSlipRoutes(app, bank.transfers, { door, agenda })
  const slips = createSlipPictures(config.dataFolder, banks)
  const staff = config.isDemo ? () => listStaff(keys.staffOf, clock) : null
  if (staff !== null) app.get('/api/staff', () => ({ staff: staff() }))
  addPages(app, { staff, phone, bank, games, providers, gifts, sessions, faults, clock, slips, ...config })

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    store.close()
    throw inWords(error, config)
  }
  agenda.start()
  bank.callbacks.start()
  return {
    url: urlOf(app, config.host),
    async close() {
      agenda.stop()
      await bank.callbacks.stop()
      await app.close()
      store.close()
    },
  }
}

/** The tests' doors want no key: a page of another site that a browser shows must not reach them. */
function refuseForeignSites(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal(403, 'FOREIGN_SITE')
}

function createHttp(): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  acceptForms(app)
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body)
    const status = statusOf(error)
    if (status < 500) return reply.code(status).send({ error: 'BAD_REQUEST', message: String(error) })
    report(error)
    return reply.code(500).send({ error: 'SANDBOX_DEFECT' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'NO_SUCH_DOOR' }))
  return app
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** A defect of the sandbox itself: told on the error stream, with its place. */
function report(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`)
}

function inWords(error: unknown, config: Config): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const place = `${config.host}:${config.port}`
  if (code === 'EADDRINUSE') {
    return new Error(`The sandbox cannot start: ${place} is in use. Set SANDBOX_PORT to a free port.`, { cause: error })
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new Error(`The sandbox cannot start: it may not listen on ${place} (${code}).`, { cause: error })
  }
  return error instanceof Error ? error : new Error(String(error))
}

function urlOf(app: FastifyInstance, host: string): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
}
