import { desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { until } from '../../../testing/until.ts'
import { openPartiesWorld, type PartiesWorld } from '../parties-world.fixture.ts'

// A member pays a collector's QR and sends the slip of it: the collector tells its own name of the transfer, and the slip
// names a biller or an e-wallet that is none of our accounts. Whoever comes first, it is credited once.

const verifiers = {
  scb: 'scb,bank',
  opn: 'slipok',
  jeepay: 'easyslip',
}
const ids = { scb: '[CNX-006]', opn: '[CNX-007]', jeepay: '[CNX-009]' }
/** SCB tells our reference on its slips: there it is certain whose QR was paid. */
const certain = { status: 'FAILED', note: 'DEST_ACC_INVALID' }
const unsure = { status: 'IN_PROGRESS', note: 'IN_REVIEW' }

describe.each(['scb', 'opn', 'jeepay'] as const)('a slip of a QR of %s', (party) => {
  let world: PartiesWorld
  let mali: Staff
  let noi: Staff
  beforeAll(async () => {
    world = await openPartiesWorld({
      collectors: { KBANK: party },
      slips: verifiers[party],
      change(terms) {
        const at = (name: string): string => new URL(name, terms['scb']?.url).href
        terms['slipok'] = { family: 'slipok', url: at('slipok'), branch: '1', key: 'sandbox' }
        terms['easyslip'] = { family: 'easyslip', url: at('easyslip'), key: '00000000-0000-4000-8000-000000000001' }
      },
    })
    mali = await staffMember(world.app, 'Mali', ['PAYMENTS'])
    noi = await staffMember(world.app, 'Noi', ['PAYMENTS'])
  })
  afterAll(() => world.close())

  const slip = party === 'scb' ? certain : unsure
  // SCB's own customers have one number in both; others have one of each.
  const payers = party === 'scb' ? ['SCB', 'KBANK'] : ['SCB']
  const cases = payers.flatMap((bank) =>
    [false, true].map((isSlipFirst) => ({ bank, isSlipFirst, order: isSlipFirst ? 'before' : 'after' })),
  )

  it.each(cases)(`${ids[party]} paid from $bank, sent $order it is heard: credited once`, async (given) => {
    const before = await world.wallet()
    const { reference } = await world.qrRow((await world.newQr('KBANK', 90)).qrcodeId)
    await world.sandbox.fault({ party, mode: 'drop-callback' })
    const { transRef } = await world.pay(party, reference, given.bank)
    const credited = async (): Promise<boolean> => {
      await world.app.advance(10_000)
      return (await world.wallet()) === before + 90
    }
    if (!given.isSlipFirst) await until('the QR is credited', credited)
    await world.sendSlip(transRef)
    await world.app.settle()
    expect(await world.newestSlip()).toMatchObject(slip)
    // The slip has the collector asked.
    if (given.isSlipFirst) await until('the QR is credited', credited)
    for (let times = 0; times < 3; times += 1) await world.app.advance(20_000)
    expect(await world.wallet()).toBe(before + 90)
    expect(await world.newestSlip()).toMatchObject(slip)
    expect(await world.problems()).toEqual([])
  })

  if (party === 'scb') {
    it('[CNX-006] that was refused as another receiver’s is credited by no one person, at the desk or the command line', async () => {
      const before = await world.wallet()
      const [slipRow] = await world.app.database.query<{ id: string }>(
        `select id from slip where state = 'refused' order by created_at desc limit 1`,
      )
      const said = await world.app.command('slips', 'credit', slipRow?.id ?? '')
      expect(said).toContain('It takes two')
      expect(await world.wallet()).toBe(before)
    })
    return
  }
  it(`${ids[party]} is told to who decides with the QRs that it may be of, and not even two credit it beside one of its sum`, async () => {
    const before = await world.wallet()
    const { rows } = await world.app.desk.ok(desk.deskDecisions, { token: mali.token, query: { kind: 'slip' } })
    expect(rows.length).toBeGreaterThan(1)
    const { id, version } = rows[0] ?? { id: '', version: 0 }
    const at = { token: mali.token, params: { kind: 'slip', id } } as const
    const { row, evidence, actions } = await world.app.desk.ok(desk.deskDecision, at)
    expect(row.reasons).toEqual(expect.arrayContaining(['RECEIVER_UNSURE', 'MAYBE_COLLECTED']))
    const steps = evidence.timeline.filter(({ what }) => what.startsWith('collector-qr'))
    expect(steps.filter(({ what }) => what === 'collector-qr-credited').map(({ facts }) => facts['amount'])).toEqual(
      rows.map(() => 90),
    )
    expect(actions.map(({ action, takes }) => [action, takes])).toEqual([
      ['credit', 'two'],
      ['refuse', 'one'],
    ])
    const body = { action: 'credit', version, amount: 90 }
    const { proposalId } = await world.app.desk.ok(desk.deskDecide, { ...at, body })
    const confirm = { token: noi.token, params: { proposalId: proposalId ?? '' } }
    expect(await world.app.desk.call(desk.deskConfirmProposal, confirm)).toMatchObject({
      status: 409,
      body: { message: 'MOVED_ON', details: { what: 'COLLECTED' } },
    })
    expect(await world.wallet()).toBe(before)
    await world.app.desk.ok(desk.deskDecide, { ...at, body: { action: 'refuse', version, reason: 'INVALID_SLIP' } })
    // What it waited for binds who credits it later, whatever it was refused as: two have to, and it is proposed still.
    await expect(world.app.command('slips', 'credit', id)).rejects.toThrow('proposed already')
    expect(await world.wallet()).toBe(before)
  })
})
