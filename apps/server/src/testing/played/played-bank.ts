import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to one money call: `cut-before` and `cut-after` break the connection before or after it was carried out,
 * `refuse` is the documented no, `error` a 500 before anything happened, `late` carries it out only at `arrive`, and
 * the reference is not known until then.
 */
export type Fault = 'none' | 'cut-before' | 'cut-after' | 'refuse' | 'error' | 'late'

export interface PlayedPayout {
  reference: string
  amount: number
  currency: string
  to: unknown
  state: 'SENT' | 'PAID' | 'FAILED' | 'RETURNED'
  /** How often money left for it: more than once would be a defect of the fixture, which pays a reference once. */
  orders: number
}

export interface PlayedPayment {
  transRef: string
  sendingBank: string
  reference: string
  amount: number
  currency: string
  occurredAt: string
  from: { bankCode: string; accountNo: string; name: string }
}

export interface PlayedTransfer {
  transRef: string
  sendingBank: string
  /** Of the QR that it paid. */
  reference?: string
  amount: number
  currency: string
  occurredAt: string
  sender: { bankCode: string; accountNo: string; name: string; nameTH?: string; nameEN?: string }
  receiver: { bankCode: string; accountNo: string; name: string }
}

/** A bank of the test: a real HTTP server, whose every call can be made to fail in a chosen way. */
export interface PlayedBank {
  url: string
  key: string
  /** One for each coming registration of a QR, and for each coming payout; without any nothing fails. */
  qrFaults: Fault[]
  payoutFaults: Fault[]
  /** While true no call is answered but by a cut connection. */
  isDown: boolean
  /** The state new payouts get at once. */
  payoutState: PlayedPayout['state']
  registrations: Record<string, unknown>[]
  payouts: Map<string, PlayedPayout>
  /** All payments, in the order in which the feed tells them. */
  payments: unknown[]
  /** What it answers about slips, by "BANK:REFERENCE"; anything else it does not know. */
  slips: Map<string, PlayedTransfer>
  /** The names under which it has accounts, by "BANK:NUMBER"; anything else it does not know. */
  holders: Map<string, string>
  /** One for each coming question about a slip: `error` for a bank that is late. */
  slipFaults: Fault[]
  /** Each call that came, as "METHOD path". */
  calls: string[]
  /** Carries out what was late. */
  arrive(): void
  close(): Promise<void>
}

const PAGE = 3

export async function startPlayedBank(): Promise<PlayedBank> {
  const late: (() => void)[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const bank: PlayedBank = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'key-of-the-bank',
    qrFaults: [],
    payoutFaults: [],
    isDown: false,
    payoutState: 'PAID',
    registrations: [],
    payouts: new Map(),
    payments: [],
    slips: new Map(),
    holders: new Map(),
    slipFaults: [],
    calls: [],
    arrive: () => {
      for (const act of late.splice(0)) act()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', bank.url)
    const body = await readBody(request)
    bank.calls.push(`${request.method} ${url.pathname}`)
    if (bank.isDown) return void request.socket.destroy()
    if (request.headers.authorization !== `Bearer ${bank.key}`) return send(response, 401, { error: 'UNAUTHORIZED' })
    const [, , , place, reference = '', transRef = ''] = url.pathname.split('/')
    if (place === 'qr') return withFault(bank.qrFaults.shift(), request, response, () => register(body))
    if (place === 'payments') return send(response, 200, listPayments(url.searchParams))
    if (place === 'accounts') {
      const name = bank.holders.get(`${reference}:${transRef}`)
      return name === undefined ? send(response, 404, { error: 'NOT_FOUND' }) : send(response, 200, { name })
    }
    if (place === 'slips') {
      const known = bank.slips.get(`${reference}:${transRef}`)
      if (known) return withFault(bank.slipFaults.shift(), request, response, () => known)
      return bank.slipFaults.shift() === undefined
        ? send(response, 404, { error: 'NOT_FOUND' })
        : void request.socket.destroy()
    }
    if (request.method === 'GET') {
      const payout = bank.payouts.get(decodeURIComponent(reference))
      return payout ? send(response, 200, stateOf(payout)) : send(response, 404, { error: 'NOT_FOUND' })
    }
    return withFault(bank.payoutFaults.shift(), request, response, () => pay(body))
  }

  function withFault(
    fault: Fault = 'none',
    request: IncomingMessage,
    response: ServerResponse,
    act: () => unknown,
  ): void {
    if (fault === 'cut-before') return void request.socket.destroy()
    if (fault === 'refuse') return send(response, 422, { error: 'REFUSED' })
    if (fault === 'error') return send(response, 500, { error: 'BROKEN' })
    if (fault === 'late') {
      late.push(act)
      return void request.socket.destroy()
    }
    const body = act()
    if (fault === 'cut-after') return void request.socket.destroy()
    send(response, 200, body)
  }

  function register(body: Record<string, unknown>): unknown {
    bank.registrations.push(body)
    return { reference: body['reference'] }
  }

  function pay(body: Record<string, unknown>): unknown {
    const reference = String(body['reference'])
    const known = bank.payouts.get(reference)
    if (known) return stateOf(known)
    const payout: PlayedPayout = {
      reference,
      amount: Number(body['amount']),
      currency: String(body['currency']),
      to: body['to'],
      state: bank.payoutState,
      orders: 1,
    }
    bank.payouts.set(reference, payout)
    return stateOf(payout)
  }

  function listPayments(query: URLSearchParams): unknown {
    const reference = query.get('reference')
    if (reference !== null) {
      const ofReference = bank.payments.filter((payment) => (payment as PlayedPayment).reference === reference)
      return { payments: ofReference, cursor: '' }
    }
    const from = Number(query.get('after') || '0')
    const payments = bank.payments.slice(from, from + PAGE)
    return { payments, cursor: String(from + payments.length) }
  }

  return bank
}

function stateOf({ reference, state, amount, currency }: PlayedPayout): unknown {
  return { reference, state, transRef: `T${reference.slice(0, 10)}`, amount, currency }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
