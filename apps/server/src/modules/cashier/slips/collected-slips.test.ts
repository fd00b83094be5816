import { calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { until } from '../../../testing/until.ts'
import { registeredMember } from '../../../testing/worlds/stories.ts'
import { isCreditedAhead, qrByReference } from '../qr/qr.store.ts'
import { openPartiesWorld, type PartiesWorld } from '../parties-world.fixture.ts'

// A member pays a collector's QR and sends the slip of it: the collector tells its own name of the transfer, and the slip
// names a biller or an e-wallet that is none of our accounts. Whoever comes first, it is credited once.

const verifiers = {
  scb: 'scb,bank',
  opn: 'slipok',
  jeepay: 'easyslip',
}
const ids = { scb: '[CNX-006]', opn: '[CNX-007]', jeepay: '[CNX-009]' }
/** Waits for the collector's word, was credited by it, or came after it. */
const [waits, done, late] = [
  { status: 'IN_PROGRESS', note: null },
  { status: 'SUCCESS', note: null },
  { status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' },
]
/** What is said where only the collector's word may credit it. */
const collected = { status: 409, body: { message: 'MOVED_ON', details: { what: 'COLLECTED' } } }
const unsure = { status: 'IN_PROGRESS', note: 'IN_REVIEW' }

describe.each(['scb', 'opn', 'jeepay'] as const)('a slip of a QR of %s', (party) => {
  let world: PartiesWorld
  let mali: Staff
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
  })
  afterAll(() => world.close())

  // SCB tells our reference on its slips: there it is certain whose QR was paid.
  const isCertain = party === 'scb'
  // SCB's own customers have one number in both; others have one of each.
  const payers = party === 'scb' ? ['SCB', 'KBANK'] : ['SCB']
  const cases = payers.flatMap((bank) =>
    [false, true].map((isSlipFirst) => ({ bank, isSlipFirst, order: isSlipFirst ? 'before' : 'after' })),
  )

  it.each(cases)(`${ids[party]} paid from $bank, sent $order it is heard: credited once`, async (given) => {
    const slip = !isCertain ? unsure : given.isSlipFirst ? done : late
    const before = await world.wallet()
    const { reference } = await world.qrRow((await world.newQr('KBANK', 90)).qrcodeId)
    await world.sandbox.fault({ party, mode: 'drop-callback' })
    const { transRef } = await world.pay(party, reference, given.bank)
    const credited = async (): Promise<boolean> => {
      await world.app.advance(10_000)
      return (await world.wallet()) === before + 90
    }
    if (!given.isSlipFirst) {
      await until('the QR is credited', credited)
      await world.app.advance(1_000)
    }
    await world.sendSlip(transRef)
    await world.app.settle()
    const { status } = (await world.newestSlip()) ?? {}
    expect(isCertain && given.isSlipFirst ? ['IN_PROGRESS', 'SUCCESS'] : [slip.status]).toContain(status)
    // The slip has the collector asked.
    if (given.isSlipFirst) await until('the QR is credited', credited)
    for (let times = 0; times < 3; times += 1) await world.app.advance(20_000)
    expect(await world.wallet()).toBe(before + 90)
    expect(await world.newestSlip()).toMatchObject(slip)
    expect(await world.problems()).toEqual([])
  })

  if (party === 'scb') {
    it('[MON-001] of another’s QR is refused as had before, and its owner’s own is done by the same money', async () => {
      const { app, sandbox } = world
      const before = await world.wallet()
      const other = await registeredMember(app)
      const { reference } = await world.qrRow((await world.newQr('KBANK', 70)).qrcodeId)
      await sandbox.fault({ party, mode: 'drop-callback' })
      const { transRef } = await world.pay(party, reference)
      await world.sendSlip(transRef, other)
      await world.sendSlip(transRef)
      await until('the QR is credited', async () => {
        await app.advance(10_000)
        return (await world.wallet()) === before + 70
      })
      for (let times = 0; times < 3; times += 1) await app.advance(20_000)
      const { slips } = await app.ok(calls.slipList, { token: other.token, body: {} })
      expect(slips).toEqual([expect.objectContaining(late)])
      expect(await world.newestSlip()).toMatchObject(done)
    })

    it('[CNX-006] of which its collector tells nothing for a day waits for two persons, who are told so', async () => {
      await world.app.advance(3 * 24 * 3_600_000)
      const before = await world.wallet()
      const { reference } = await world.qrRow((await world.newQr('KBANK', 60)).qrcodeId)
      await world.sandbox.fault({ party, mode: 'drop-callback' })
      const { transRef } = await world.pay(party, reference, 'KBANK')
      // Its collector is asked about days after the one of the payment.
      const later = `update qr_code set created_at = created_at + interval '3 days', poll_at = null where reference = $1`
      await world.app.database.query(later, [reference])
      const other = await registeredMember(world.app)
      await world.sendSlip(transRef, other)
      await world.sendSlip(transRef)
      await world.app.settle()
      expect(await world.newestSlip()).toMatchObject(waits)
      for (let hours = 0; hours < 25; hours += 1) await world.app.advance(3_600_000)
      expect(await world.newestSlip()).toMatchObject(unsure)
      expect(await world.wallet()).toBe(before)
      const { token } = await staffMember(world.app, 'Kai', ['PAYMENTS'])
      const { rows } = await world.app.desk.ok(desk.deskDecisions, { token, query: { kind: 'slip' } })
      const at = { token, params: { kind: 'slip', id: rows.at(0)?.id ?? '' } } as const
      const { row, actions } = await world.app.desk.ok(desk.deskDecision, at)
      expect([row.reasons, actions.find(({ action }) => action === 'credit')?.takes]).toEqual([
        ['MAYBE_COLLECTED'],
        'two',
      ])

      // Of another's slip it is said before anybody proposes: the QR is not his.
      const slips = await world.app.database.query<{ id: string; isOwners: boolean }>(
        `select slip.id, slip.member_id = qr.member_id as "isOwners" from slip, qr_code qr
         where slip.state = 'review' and slip.trans_ref = $1 and qr.reference = $2`,
        [transRef, reference],
      )
      expect(slips).toHaveLength(2)
      const credit = (of: 'owner' | 'other') => {
        const id = slips.find(({ isOwners }) => isOwners === (of === 'owner'))?.id ?? ''
        const deed = { token, params: { kind: 'slip', id } } as const
        return { ...deed, body: { action: 'credit', version: 1 } } as const
      }
      expect(await world.app.desk.call(desk.deskDecide, credit('other'))).toMatchObject(collected)
      const { proposalId } = await world.app.desk.ok(desk.deskDecide, credit('owner'))
      const second = await staffMember(world.app, 'Chai', ['PAYMENTS'])
      const confirm = { token: second.token, params: { proposalId: proposalId ?? '' } }
      await world.app.desk.ok(desk.deskConfirmProposal, confirm)
      expect(await world.wallet()).toBe(before + 60)
      expect(await world.newestSlip()).toMatchObject(done)
      expect(await world.app.desk.call(desk.deskDecide, credit('other'))).toMatchObject(collected)

      // Its collector tells of it after all, by a name of its own: it is the same money.
      const payments = () =>
        world.app.database.query<{ outcome: string }>('select outcome from bank_payment where reference = $1', [
          reference,
        ])
      const asked = `update qr_code set created_at = created_at - interval '3 days', poll_at = $2 where reference = $1`
      await world.app.database.query(asked, [reference, world.app.clock.now()])
      await until('its collector tells of it', async () => {
        await world.app.advance(10_000)
        return (await payments()).length > 0
      })
      expect(await payments()).toEqual([{ outcome: 'had' }])
      expect(await world.wallet()).toBe(before + 60)
      // What is paid a second time would be other money.
      const qr = await qrByReference(world.app.database, reference)
      const again = { amountMinor: 6_000, currency: 'BAHT' } as const
      expect(qr && (await isCreditedAhead(world.app.database, qr, again))).toBe(false)
      expect(await world.problems()).toEqual([])
    })

    it('[CNX-006] that was refused as had before is credited by no one person, at the desk or the command line', async () => {
      const before = await world.wallet()
      const [slipRow] = await world.app.database.query<{ id: string }>(
        `select id from slip where state = 'refused' order by created_at desc limit 1`,
      )
      await expect(world.app.command('slips', 'credit', slipRow?.id ?? '')).rejects.toThrow('COLLECTED')
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
    expect(await world.app.desk.call(desk.deskDecide, { ...at, body })).toMatchObject(collected)
    expect(await world.wallet()).toBe(before)
    await world.app.desk.ok(desk.deskDecide, { ...at, body: { action: 'refuse', version, reason: 'INVALID_SLIP' } })
    // What it waited for binds who credits it later, whatever it was refused as.
    await expect(world.app.command('slips', 'credit', id)).rejects.toThrow('COLLECTED')
    expect(await world.wallet()).toBe(before)
  })
})
