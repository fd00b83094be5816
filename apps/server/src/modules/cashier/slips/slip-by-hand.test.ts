import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { drawSlip } from '../../../testing/pictures/slip-drawing.ts'
import { pictureOf, sendSlip, slipMember, slipsOf, transferOf } from '../../../testing/worlds/slip-world.ts'

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

/** A sender that cannot be compared, so that the operator decides. */
const hidden = { sender: { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' } }

async function depositOf(of: TestMember): Promise<unknown> {
  const [row] = await world.rows(
    'select house_account as account, occurred_at as occurred, paid_minor as paid from deposit where member_id = $1',
    [of.id],
  )
  return row
}

/** Slips of the other member that wait for the operator, each a second younger than the one before. */
function insertUndecided(second: number): Promise<unknown> {
  const createdAt = new Date(world.clock.now().getTime() + second * 1_000)
  return world.rows(
    `insert into slip (id, member_id, reference, state, file_hash, created_at) values ($1, $2, $1, 'review', $1, $3)`,
    [`slip-${second}`, other.id, createdAt],
  )
}

const list = (...words: string[]) => world.operator('slips', 'list', ...words)
const of = (...words: string[]) => world.operator('slips', 'of', ...words)
const credit = (...words: string[]) => world.operator('slips', 'credit', ...words)
/** Credits it without a transfer. */
const creditNone = (id: string) => world.operator('slips', 'credit-unreferenced', id, '100', 'none is told')
const wallets = async () => [await member.wallet(), await other.wallet()]

describe('a slip without a code that can be read', () => {
  it('is credited only with its transfer, or the word that there is none to name', async () => {
    const id = await sent(member, await blurred())
    expect(await credit(id)).toContain('Name the amount')
    expect(await credit(id, '100')).toContain('Name the transfer')
    for (const named of ['BCEL:A1', '014:', ':A1'])
      expect(await credit(id, '100', named)).toContain('Name the transfer')
    for (const named of ['014', '014 A1', '-'])
      expect(await credit(id, '100', named)).toContain('more than it asks for')
    expect(await wallets()).toEqual([0, 0])
    expect(await credit(id, '100', 'SCB:BLURRED1')).toContain(': done')
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
    expect(await credit(id, '100', `014:${transfer.transRef}`)).toContain('CREDITED_BEFORE')
    expect(await wallets()).toEqual([100, 0])
  })

  it('is credited to one of two who send the same picture, with a name for its transfer or none', async () => {
    for (const [first, second] of [
      [null, null],
      [null, '014:TWIN1'],
      ['014:TWIN2', null],
    ] as const) {
      const picture = await blurred()
      const before = (await member.wallet()) + (await other.wallet())
      const [his, theirs] = [await sent(member, picture), await sent(other, picture)]
      const answers = await Promise.all([
        first === null ? creditNone(his) : credit(his, '100', first),
        second === null ? creditNone(theirs) : credit(theirs, '100', second),
      ])
      expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
      expect(answers.filter((answer) => answer.includes('PICTURE_CREDITED'))).toHaveLength(1)
      expect((await member.wallet()) + (await other.wallet())).toBe(before + 100)
    }
  })
})

describe('a slip of the TrueMoney wallet', () => {
  it('is credited only with the transfer at the bank, or the word that there is none to name', async () => {
    const id = await sentOfWallet(member, '50001')
    expect(await credit(id, '100')).toContain('Name the transfer')
    expect(await credit(id, '100', '014:FROMTW1')).toContain(': done')
    const again = await sentOfWallet(other, '500019')
    expect(await credit(again, '100', '014:FROMTW1')).toContain('CREDITED_BEFORE')
    expect(await wallets()).toEqual([100, 0])
  })

  it('is credited once, whether its transfer is named or not', async () => {
    const [first, second] = [await sentOfWallet(member, '60001'), await sentOfWallet(other, '60001')]
    expect(await credit(first, '100', '014:FROMTW2')).toContain('100.00 baht')
    expect(await creditNone(second)).toContain('PICTURE_CREDITED')
    expect(await wallets()).toEqual([100, 0])
  })
})

describe('a slip that names its transfer', () => {
  it('is not credited as another', async () => {
    const transfer = transferOf(world, { sender: { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' } })
    const id = await sent(member, await pictureOf(transfer))
    expect(await credit(id, '100', '014:ANOTHER')).toContain('Name the transfer')
    expect(await credit(id, '100', `SCB:${transfer.transRef}`)).toContain(': done')
    expect(await wallets()).toEqual([100, 0])
  })

  it('brings its money into the bank that got it, at the time when it was paid', async () => {
    const paidAt = new Date(world.clock.now().getTime() - 5 * 60_000)
    const id = await sent(member, await pictureOf(transferOf(world, { ...hidden, occurredAt: paidAt.toISOString() })))
    // The operator takes money at another bank first by now.
    await world.rows(`update slip set house_bank = 'GSB' where id = $1`, [id])
    world.clock.advance(3 * 60 * 60_000)
    expect(await credit(id)).toContain('100.00 baht')
    expect(await depositOf(member)).toEqual({ account: 'house/bank:GSB', occurred: paidAt, paid: 10_000 })
    expect(await world.posted('house/bank:GSB')).toBe(-10_000)
  })

  it('of Laos takes the kip out of that bank that came, whatever the operator gives for them', async () => {
    const lao = await slipMember(world, 'LAK')
    const receiver = { bankCode: 'BCEL', accountNo: 'xxxxxxxxxx3456x', name: '' }
    const kip = { ...hidden, amount: 100_000, currency: 'LAK' as const, sendingBank: '901', receiver }
    const id = await sent(lao, await pictureOf(transferOf(world, kip)))
    expect(await credit(id, '150')).toContain('150.00 baht')
    expect(await lao.wallet()).toBe(150)
    expect(await depositOf(lao)).toMatchObject({ account: 'house/bank:BCEL:LAK', paid: 10_000_000 })
  })
})

describe('the list of slips', () => {
  it('is shown in pages, and says how many there are of all', async () => {
    for (let count = 0; count < 51; count += 1) await insertUndecided(count)
    const [first, second] = [await of(other.id), await of(other.id, 'page', '2')]
    expect(first.split('\n')).toHaveLength(51)
    expect(first).toContain(`1 to 50 of 51; the next ones: slips of ${other.id} page 2`)
    expect(second.split('\n')).toHaveLength(2)
    expect(second).toContain('51 to 51 of 51')
    expect(second).toContain('slip-0 ')
    expect(await of(other.id, 'page', '3')).toBe('There are 2 pages only.')
    const [{ total } = { total: 0 }] = await world.rows<{ total: number }>(
      `select count(*) as total from slip where state in ('open', 'review')`,
    )
    expect(await list('page', '1')).toContain(`1 to 50 of ${total}; the next ones: slips list page 2`)
    for (const page of ['0', '-1', 'x', '']) expect(await list('page', page)).toContain('Name the page by its number')
  })
})
