import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/cashier-world.ts'
import { drawSlip } from '../../testing/slip-drawing.ts'
import { pictureOf, sendSlip, slipMember, slipsOf, transferOf } from '../../testing/slip-world.ts'

let world: CashierWorld
let member: TestMember
let other: TestMember
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await slipMember(world)
  other = await slipMember(world)
})
afterEach(() => world.audit())

/** Sends a picture and lets it be decided; the id of its slip. */
async function sent(from: TestMember, picture: Buffer): Promise<string> {
  world.clock.advance(1_000)
  const { body } = await sendSlip(world, from, picture)
  await world.work()
  const [row] = await world.rows<{ id: string }>('select id from slip where reference = $1', [body.slip.reference])
  return row?.id ?? ''
}

/** Sends the slip of a TrueMoney wallet, which no bank can be asked about. */
async function sentOfWallet(from: TestMember, transRef: string): Promise<string> {
  const id = await sent(from, await blurred())
  await world.rows(`update slip set state = 'review', note = null, sending_bank = 'TW', trans_ref = $2 where id = $1`, [
    id,
    transRef,
  ])
  return id
}

let pictures = 0
/** A picture that shows no code, another each time. */
function blurred(): Promise<Buffer> {
  pictures += 1
  return drawSlip(null)
    .withExif({ IFD0: { Software: String(pictures) } })
    .jpeg()
    .toBuffer()
}

const credit = (...words: string[]) => world.operator('slips', 'credit', ...words)
const wallets = async () => [await member.wallet(), await other.wallet()]

describe('a slip without a code that can be read', () => {
  it('is credited only with its transfer, or the word that there is none to name', async () => {
    const id = await sent(member, await blurred())
    expect(await credit(id)).toContain('The bank has told no amount')
    expect(await credit(id, '100')).toContain('Name its transfer')
    for (const named of ['014', 'BCEL:A1', '014 A1', ''])
      expect(await credit(id, '100', named)).toContain('Name the transfer')
    expect(await wallets()).toEqual([0, 0])
    expect(await credit(id, '100', 'SCB:BLURRED1')).toContain('The transfer 014:BLURRED1')
    expect(await wallets()).toEqual([100, 0])
    expect(await world.rows('select sending_bank, trans_ref from deposit where member_id = $1', [member.id])).toEqual([
      { sending_bank: '014', trans_ref: 'BLURRED1' },
    ])
  })

  it('cannot be credited again by a good picture of the same transfer', async () => {
    const transfer = transferOf(world)
    const id = await sent(member, await blurred())
    await credit(id, '100', `014:${transfer.transRef}`)
    await sent(member, await pictureOf(transfer))
    expect((await slipsOf(member)).slips[0]).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect(await wallets()).toEqual([100, 0])
  })

  it('cannot be credited after a good picture of the same transfer was', async () => {
    const transfer = transferOf(world)
    await sent(member, await pictureOf(transfer))
    const id = await sent(member, await blurred())
    expect(await credit(id, '100', `014:${transfer.transRef}`)).toContain('credited before')
    expect(await wallets()).toEqual([100, 0])
  })

  it('is credited to one of two who send the same picture, with a name for its transfer or none', async () => {
    for (const [first, second] of [
      ['-', '-'],
      ['-', '014:TWIN1'],
      ['014:TWIN2', '-'],
    ] as const) {
      const picture = await blurred()
      const before = (await member.wallet()) + (await other.wallet())
      const [his, theirs] = [await sent(member, picture), await sent(other, picture)]
      const answers = await Promise.all([credit(his, '100', first), credit(theirs, '100', second)])
      expect(answers.filter((answer) => answer.includes('100.00 baht'))).toHaveLength(1)
      expect(answers.filter((answer) => answer.includes('same picture'))).toHaveLength(1)
      expect((await member.wallet()) + (await other.wallet())).toBe(before + 100)
    }
  })
})

describe('a slip of the TrueMoney wallet', () => {
  it('is credited only with the transfer at the bank, or the word that there is none to name', async () => {
    const id = await sentOfWallet(member, '50001')
    expect(await credit(id, '100')).toContain('Name its transfer')
    expect(await credit(id, '100', '014:FROMTW1')).toContain('The transfer 014:FROMTW1')
    const again = await sentOfWallet(other, '500019')
    expect(await credit(again, '100', '014:FROMTW1')).toContain('credited before')
    expect(await wallets()).toEqual([100, 0])
  })

  it('is credited once, whether its transfer is named or not', async () => {
    const [first, second] = [await sentOfWallet(member, '60001'), await sentOfWallet(other, '60001')]
    expect(await credit(first, '100', '014:FROMTW2')).toContain('100.00 baht')
    expect(await credit(second, '100', '-')).toContain('same picture')
    expect(await wallets()).toEqual([100, 0])
  })
})

describe('a slip that names its transfer', () => {
  it('is not credited as another', async () => {
    const transfer = transferOf(world, { sender: { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' } })
    const id = await sent(member, await pictureOf(transfer))
    expect(await credit(id, '100', '014:ANOTHER')).toContain('names another transfer')
    expect(await credit(id, '100', `SCB:${transfer.transRef}`)).toContain(`The transfer 014:${transfer.transRef}`)
    expect(await wallets()).toEqual([100, 0])
  })
})
