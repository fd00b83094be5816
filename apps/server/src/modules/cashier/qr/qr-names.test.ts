import { calls } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'
import type { AskedQr, Collector } from '../providers/collector.ts'

// A collector that hands out one name for several QRs, to callers who wait for it at the same moment.

const AT_ONCE = 4
let app: TestApp
let members: StoryMember[]
let name = ''
/** Whose QR is paid, by its reference; null: nobody's. */
let paid: string | null = null
let waiting: (() => void)[] = []
let together = 1

const collector: Collector = {
  async makeQr() {
    await new Promise<void>((go) => {
      waiting.push(go)
      if (waiting.length < together) return
      for (const one of waiting) one()
      waiting = []
    })
    return { kind: 'ours', partyId: name }
  },
  paymentsOf: ({ partyId, amountMinor }: AskedQr) =>
    Promise.resolve({
      payments:
        paid === null || partyId !== name
          ? []
          : [
              {
                sendingBank: 'gateway',
                transRef: name,
                reference: paid,
                amountMinor,
                currency: 'BAHT' as const,
                occurredAt: app.clock.now(),
                sender: { bankCode: '', accountNo: '', name: '' },
              },
            ],
      unreadable: [],
      cursor: null,
    }),
  paymentsAfter: () => Promise.resolve(null),
}

beforeAll(async () => {
  const named = new Map([['gateway', { collector }]])
  app = await startTestApp({ tuning: { parties: { connectors: { named, payouts: ['bank'], slips: ['bank'] } } } })
  await app.database.query(
    `update deposit_account set qr = jsonb_set(qr, '{collector}', '"gateway"') where id = 'demo-kbank'`,
  )
  members = []
  for (let index = 0; index < AT_ONCE; index += 1) members.push(await registeredMember(app))
})
afterAll(() => app.close())

const newQr = ({ token }: StoryMember, amount: number) =>
  app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount } })
const current = ({ token }: StoryMember) => app.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
const wallets = () =>
  Promise.all(members.map(async ({ token }) => (await app.ok(calls.walletAmount, { token })).amount))

it('[CNX-009] one name for several QRs at once is shown to one, whose money it is, and the others keep what they had', async () => {
  for (const round of [1, 2, 3]) {
    together = 1
    const before = []
    for (const [index, member] of members.entries()) {
      name = `old-${round}-${index}`
      before.push((await newQr(member, 50)).qrcodeId)
    }
    together = AT_ONCE
    name = `name-${round}`
    const made = await Promise.all(members.map((member) => newQr(member, 70)))
    const winner = made.findIndex(({ hasQrcode }) => hasQrcode)
    expect(made.map(({ hasQrcode, message }) => [hasQrcode, message])).toEqual(
      members.map((_, index) => (index === winner ? [true, null] : [false, 'QR_FAIL'])),
    )
    const shown = await Promise.all(members.map(current))
    expect(shown.map(({ qrcodeId }) => qrcodeId)).toEqual(
      before.map((old, index) => (index === winner ? made[winner]?.qrcodeId : old)),
    )
    const rows = await app.database.query<{ reference: string }>('select reference from qr_code where party_id = $1', [
      name,
    ])
    expect(rows).toHaveLength(1)
    const had = await wallets()
    paid = rows[0]?.reference ?? null
    for (let times = 0; times < 2; times += 1) await app.advance(11_000)
    paid = null
    expect(await wallets()).toEqual(had.map((amount, index) => (index === winner ? amount + 70 : amount)))
  }
  expect((await app.app().ledger.audit(app.database)).problems).toEqual([])
})
