import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { writeDecimal } from '../http/input.ts'
import { addFamilyRoutes, familyBooks } from './family.ts'
import type { GameParts, GameSettings, OfProvider } from './game-parts.ts'
import type { Outcome, TransferOrder } from './game-transfers.ts'
import { answerTokenError, requireTokenOperator } from './token-form.routes.ts'

/** How long the wallet is waited for. */
const ASKS_FOR_MS = 10_000

const data = (content: object): object => ({ data: content, error: null })
const failure = (code: string): object => ({ data: null, error: { code, message: code, traceId: randomUUID() } })

const words = {
  user: 'player_name',
  password: null,
  reference: null,
  id: 'transfer_reference',
  amount: 'amount',
  tellTransfer: (order: TransferOrder, outcome: Outcome): Answer => ({
    status: 200,
    body: tellTransfer(order, outcome),
  }),
} as const

/**
 * The doors of PG Soft under `/games/:provider/pg-soft`: versioned paths, wallets without a name, transfers without their
 * reference, and single transactions by player and reference, whose types are numbers. There are no passwords: whoever opens
 * a launch link is let in once the wallet has said who plays in its session.
 */
export function addPgSoftRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const books = familyBooks(parts, settings, words)
  app.get<OfProvider & { Querystring: Readonly<Record<string, unknown>> }>(
    '/games/:provider/pg-soft/index.html',
    async (request, reply) => {
      const provider = parts.providers.readSpeaker(request.params.provider, 'pg-soft')
      const username = await askWhoPlays(provider, request.query, settings)
      const token = username === null ? '' : parts.sessions.open(provider, username, null)
      return reply.redirect(`/games/${provider}?session=${token}`, 303)
    },
  )
  addFamilyRoutes(app, parts, {
    family: 'pg-soft',
    answerError: answerTokenError,
    requireCaller: ({ provider, input }) => requireTokenOperator(input, settings.keys.gameOf(provider)),
    calls: {
      'Player/v1/Create'(call) {
        books.create(call)
        return data({ action_result: 1 })
      },
      'Cash/v3/GetPlayerWallet'(call) {
        const balance = books.player(call).balanceHundredths / 100
        return data({ currencyCode: 'THB', totalBalance: balance + 5, cashBalance: balance, bonusBalance: 5 })
      },
      'Cash/v3/TransferIn': (call) => books.move(call, 'in'),
      'Cash/v3/TransferOut': (call) => books.move(call, 'out'),
      'Cash/v3/GetSingleTransaction'(call) {
        const { username } = books.player(call)
        const transfer = books.transfer(call)
        if (transfer?.state === 'IN_PROGRESS') return failure('3101')
        if (transfer?.state !== 'DONE') return failure('3040')
        return data({
          playerName: username,
          currencyCode: 'THB',
          transactionType: transfer.direction === 'in' ? '100' : '200',
          transactionAmount: writeDecimal(transfer.amountHundredths),
        })
      },
    },
  })
}

/** Asks the wallet about the session of a launch link; null when it names nobody. */
async function askWhoPlays(
  provider: string,
  { ot, ops }: Readonly<Record<string, unknown>>,
  { hookUrl, keys }: GameSettings,
): Promise<string | null> {
  if (typeof ot !== 'string' || typeof ops !== 'string') return null
  const form = { operator_token: ot, secret_key: keys.gameOf(provider), operator_player_session: ops }
  try {
    const response = await fetch(`${hookUrl}/api/hooks/games/${provider}/VerifySession`, {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(ASKS_FOR_MS),
    })
    const told = (await response.json()) as { data?: { player_name?: unknown } | null }
    const name = told.data?.player_name
    return typeof name === 'string' ? name : null
  } catch {
    // The wallet is away, or what it said is nothing of use: nobody is let in.
    return null
  }
}

function tellTransfer(order: TransferOrder, outcome: Outcome): object {
  switch (outcome.state) {
    case 'DONE':
      return data({
        transactionId: `${order.id.length}${order.amountHundredths}`,
        balanceAmountBefore: 0,
        balanceAmount: outcome.balanceHundredths / 100,
        amount: order.amountHundredths / 100,
      })
    case 'IN_PROGRESS':
      return failure('3101')
    case 'INSUFFICIENT':
      return failure('3013')
    case 'REFUSED':
      return failure('3100')
    case 'MISMATCH':
      return failure('1200')
  }
}
