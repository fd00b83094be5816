import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/played/sandbox.ts'
import { registeredMember, type StoryMember } from '../../testing/worlds/stories.ts'
import { until } from '../../testing/until.ts'

/** What a gateway of the sandbox gave us, as it stands in KRAPAO_PARTIES. */
export interface GatewayTerms {
  family: string
  url: string
  secretKey?: string
  webhookSecret?: string
  callbackToken?: string
  key?: string
  mchNo?: string
  appId?: string
  branch?: string
  channels?: Record<string, string>
}

/** Accounts of the demo that QRs are made for. */
const accounts = { KBANK: 'demo-kbank', WW: 'demo-ww' }

/** The server with real parties, all played by the sandbox, and a member. */
export interface PartiesWorld {
  sandbox: TestSandbox
  app: TestApp
  member: StoryMember
  terms: Record<string, GatewayTerms>
  wallet(): Promise<number>
  newQr(bankCode: keyof typeof accounts, amount: number): ReturnType<typeof qrOf>
  /** A QR by its id or by the collector's name of it. */
  qrRow(name: string | null): Promise<{ reference: string; collector: string; partyId: string; pollAt: Date }>
  /** Somebody pays what a party made, from the member's own account, or one of the same number at another bank. */
  pay(party: string, reference: string, bankCode?: string): Promise<{ transRef: string }>
  /** What a party calls us with. */
  hook(
    party: string,
    body: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<{ statusCode: number; json(): unknown }>
  /** Money to withdraw, by a QR of KBANK's account. */
  fill(amount: number): Promise<void>
  withdraw(amount: number): Promise<string>
  statusOf(id: string): Promise<string | undefined>
  settles(id: string, status: string): Promise<void>
  /** Sends the slip that the payer's bank gives of a transfer. */
  sendSlip(transRef: string, by?: { token: string }): Promise<void>
  newestSlip(): Promise<{ status: string; note: string | null } | undefined>
  /** What a party was asked for, the newest first. */
  ordersOf(party: string): Promise<{ reference: string }[]>
  openCases(): Promise<{ id: string; kind: string; reference: string }[]>
  /** Sets all faults back. */
  heal(): Promise<void>
  /** What the books say is wrong with them. */
  problems(): Promise<readonly unknown[]>
  close(): Promise<void>
}

function qrOf(app: TestApp, { token }: StoryMember, bankCode: string, amount: number) {
  return app.ok(calls.qrCreate, { token, params: { bankCode }, body: { amount } })
}

/** Opens it with the parties that collect on an account, pay out and know slips; `change` says other terms than the sandbox. */
export async function openPartiesWorld(chosen: {
  collectors?: Partial<typeof accounts>
  payouts?: string
  slips?: string
  change?: (terms: Record<string, GatewayTerms>) => void
}): Promise<PartiesWorld> {
  const sandbox = await startTestSandbox()
  const terms = await sandbox.ask<Record<string, GatewayTerms>>('GET', '/api/gateways')
  chosen.change?.(terms)
  const app = await startTestApp({
    sandbox,
    env: {
      KRAPAO_PARTIES: JSON.stringify(terms),
      ...(chosen.payouts === undefined ? {} : { KRAPAO_PAYOUTS: chosen.payouts }),
      ...(chosen.slips === undefined ? {} : { KRAPAO_SLIPS: chosen.slips }),
    },
    settings: { slipClosedFrom: null, slipClosedUntil: null, withdrawPerDay: 100 },
  })
  for (const [bankCode, party] of Object.entries(chosen.collectors ?? {}))
    await app.database.query(
      `update deposit_account set qr = jsonb_set(qr, '{collector}', to_jsonb($2::text)) where id = $1`,
      [accounts[bankCode as keyof typeof accounts], party],
    )
  const member = await registeredMember(app)
  const { token } = member

  async function statusOf(id: string): Promise<string | undefined> {
    const { statements } = await app.ok(calls.statementList, { token, body: {} })
    return statements.find(({ _id }) => _id === id)?.status
  }
  const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token })).amount
  const newQr: PartiesWorld['newQr'] = (bankCode, amount) => qrOf(app, member, bankCode, amount)
  async function qrRow(name: string | null): ReturnType<PartiesWorld['qrRow']> {
    const [row] = await app.database.query<Awaited<ReturnType<PartiesWorld['qrRow']>>>(
      `select reference, collector, party_id as "partyId", poll_at as "pollAt" from qr_code where id = $1 or party_id = $1`,
      [name],
    )
    if (row === undefined) throw new Error('the QR was not written down')
    return row
  }
  const pay: PartiesWorld['pay'] = (party, reference, bankCode = 'SCB') =>
    sandbox.ask('POST', `/api/gateways/${party}/pay`, {
      reference,
      from: { bankCode, accountNo: member.bank.bankAccountNo, name: member.bank.bankAccountName },
      at: app.clock.now().toISOString(),
    })
  return {
    sandbox,
    app,
    member,
    terms,
    statusOf,
    wallet,
    newQr,
    qrRow,
    pay,
    async fill(amount) {
      const before = await wallet()
      const { collector, reference } = await qrRow((await newQr('KBANK', amount)).qrcodeId)
      await pay(collector, reference)
      await until('it was credited', async () => {
        await app.advance(10_000)
        return (await wallet()) === before + amount
      })
    },
    hook: (party, payload, headers = {}) =>
      app.app().http.inject({
        method: 'POST',
        url: `/api/hooks/${party}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      }),
    async withdraw(amount) {
      const { _id: id } = await app.ok(calls.walletWithdraw, { token, body: { amount } })
      await app.settle()
      return id
    },
    settles: (id, status) =>
      until(`the withdrawal is ${status}`, async () => {
        await app.advance(1_000)
        return (await statusOf(id)) === status
      }),
    async sendSlip(transRef, by = { token }) {
      const image = await fetch(`${sandbox.url}/bank/slips/${transRef}.png`)
      const form = { bytes: Buffer.from(await image.arrayBuffer()) }
      await app.ok(calls.walletSlip, { token: by.token, key: randomUUID(), form })
    },
    newestSlip: async () => (await app.ok(calls.slipList, { token, body: {} })).slips[0],
    ordersOf: async (party) =>
      (await sandbox.ask<{ orders: { reference: string }[] }>('GET', `/api/gateways/${party}`)).orders,
    openCases: () => app.database.query('select id, kind, reference from cashier_case where closed_at is null'),
    async heal() {
      for (const party of ['bank', ...Object.keys(terms)]) await sandbox.fault({ party, mode: 'none' })
    },
    problems: async () => (await app.app().ledger.audit(app.database)).problems,
    async close() {
      await app.close()
      await sandbox.close()
    },
  }
}
