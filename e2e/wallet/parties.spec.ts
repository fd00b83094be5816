import { calls } from '@krapao/contract'
import { openHome } from '../stage/acts.ts'
import { expect, type Language, type Stage, test as base, tile } from '../stage/browser.ts'
import { openParties, ordersOf, payInBySlip, withdrawBy } from './parties-stage.ts'
import { newPlayer, ownAccountOf, type Player, walletOf } from '../stage/players.ts'

// The product with real parties in place of the bank of its own words, all played by the sandbox: ThaiBulkSMS and Twilio
// send codes, SCB, Opn and a gateway of the Jeepay kind collect, Xendit pays out, SlipOK knows slips.

/** Who collects on which account for QRs; the third has no account in the demo. */
const collectors = { KBANK: 'scb', WW: 'opn', KTB: 'jeepay' } as const
type Collecting = keyof typeof collectors

base.describe.configure({ timeout: 300_000, mode: 'serial' })

const test = base.extend<object, { parties: Stage }>({
  parties: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const stage = await openParties({
        furnish({ depositAccounts }) {
          const kbank = depositAccounts.find(({ bankCode }) => bankCode === 'KBANK')
          depositAccounts.push({ ...kbank, id: 'demo-ktb', bankCode: 'KTB' })
          for (const account of depositAccounts) {
            const collector = collectors[account.bankCode as Collecting]
            if (account.qr !== undefined) account.qr = { ...account.qr, collector }
          }
        },
        choose: (gateways, at) => ({
          KRAPAO_PARTIES: JSON.stringify({
            ...gateways,
            thai: at('thaibulksms', { key: 'sandbox', secret: 'sandbox', sender: 'KRAPAO' }),
            world: at('twilio', { account: `AC${'0'.repeat(31)}1`, token: 'sandbox', from: 'KRAPAO' }),
            slips: at('slipok', { branch: '1', key: 'sandbox' }),
          }),
          KRAPAO_SMS: 'thai,world',
          KRAPAO_PAYOUTS: 'xendit',
          KRAPAO_SLIPS: 'scb,slips',
        }),
      })
      await give(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Somebody pays the newest charge of a party from the player's own account. */
async function payNewest(stage: Stage, party: string, player: Player): Promise<void> {
  const [order] = await ordersOf(stage, party)
  const paid = await fetch(`${stage.product.sandboxUrl}/api/gateways/${party}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: order?.reference, from: ownAccountOf(player) }),
  })
  expect(paid.status).toBe(200)
}

const ways: [Collecting, Language, 'text' | 'picture'][] = [
  ['KBANK', 'th', 'text'],
  ['WW', 'lo', 'picture'],
  ['KTB', 'en', 'text'],
]
for (const [bankCode, language, kind] of ways) {
  const party = collectors[bankCode]
  test(`[CNX-009] a QR that ${party} hands out as a ${kind} is shown and paid, and the sheet says so, in ${language}`, async ({
    page,
    parties,
  }) => {
    const player = await newPlayer(parties)
    const acts = await openHome(page, parties, player, language)
    const { banks } = await parties.api.ok(calls.lookupDeposit, { headers: { 'accept-language': language } })
    const offered = banks.filter(({ qr }) => qr !== null).map((bank) => bank.bankCode)
    expect(offered).toEqual(Object.keys(collectors))
    await tile(page, language, 'tile.deposit').click()
    const sheet = acts.sheet('deposit.title')
    await sheet
      .getByRole('group', { name: acts.w('qr.choose') })
      .getByRole('radio')
      .nth(offered.indexOf(bankCode))
      .check({ force: true })
    await sheet.getByRole('textbox', { name: acts.w('common.amount') }).fill('125.50')
    await sheet.getByRole('button', { name: new RegExp(`^${acts.w('qr.create')}`) }).click()
    await expect(acts.qr('125.50')).toBeVisible()
    const shown = await parties.api.ok(calls.qrCurrent, { token: player.token, params: { bankCode } })
    expect(shown.payload === null).toBe(kind === 'picture')
    await payNewest(parties, party, player)
    await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '125.50' }))
    await expect(sheet).toHaveCount(0)
    expect(await walletOf(parties, player)).toBe(125.5)
  })
}

test('[CNX-004] [CNX-008] [CNX-009] a slip that SlipOK knows is credited, and Xendit pays the withdrawal out', async ({
  page,
  parties,
}) => {
  const player = await newPlayer(parties)
  const acts = await openHome(page, parties, player, 'th')
  await payInBySlip(parties, acts, player, 'th')
  await withdrawBy(parties, acts, 'xendit')
  expect(await walletOf(parties, player)).toBe(699.75)
})

test('[CNX-010] [CNX-011] all that was set is there, and what was called is seen to answer', async ({ parties }) => {
  const names = ['scb', 'opn', 'xendit', 'jeepay', 'thai', 'world', 'slips', 'bank', 'gift', 'game:PG']
  for (const name of names) {
    expect(await parties.product.operator('party', 'check', name)).toMatchObject({ exitCode: 0 })
  }
  const { text } = await parties.product.operator('party', 'list')
  expect(text).toMatch(/^thai {2}up/m)
})
