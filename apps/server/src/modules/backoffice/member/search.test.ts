import { desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'

let app: TestApp
let staff: Staff

const at = '2026-11-20T05:00:00Z'

beforeAll(async () => {
  app = await startTestApp()
  staff = await staffMember(app, 'Noi', ['PAYMENTS'])
  const { database } = app
  for (const [id, number, username, name] of [
    ['0000000000000000000somchai', 48160787, '0812344417', 'นภัสสร วงศ์คำ'],
    ['00000000000000000000bounmi', 48161902, '2055512345', 'ບຸນມີ ສີສະຫວັດ'],
    ['0000000000000000000suracha', 48102245, '0899990000', 'Surachai Mana'],
  ]) {
    await database.query(
      `insert into member (id, member_number, username, name, password_hash, created_at) values ($1, $2, $3, $4, '', $5)`,
      [id, number, username, name, at],
    )
  }
  await database.query(
    `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency)
     values ('0000000000000000000somchai', 'SCB', '1234566417', 'NAPATSORN WONGKHAM', 'BAHT')`,
  )
  await database.query(
    `insert into deposit (id, member_id, kind, house_account, amount_minor, paid_minor, paid_currency, sending_bank,
       trans_ref, occurred_at, created_at)
     values ('00000000000000000000depost', '0000000000000000000somchai', 'slip', 'house/bank:SCB', 50000, 50000, 'BAHT',
       'KBANK', '016263193812bpp07441', $1, $1)`,
    [at],
  )
})
afterAll(() => app.close())

const ask = (q: string) => app.desk.call(desk.deskSearch, { token: staff.token, query: { q } })
const found = async (q: string): Promise<string[]> => {
  const { status, body } = await ask(q)
  expect(status).toBe(200)
  return body.rows.map(({ memberNo, why }) => `${memberNo} ${why}`)
}

describe('the search of the desk', () => {
  it.each([
    ['his number', '48160787', ['48160787 memberNo']],
    ['a phone as he types it', '081-234-4417', ['48160787 phone']],
    ['a phone of Thailand with its country', '+66 81 234 4417', ['48160787 phone']],
    ['a phone of Laos with its country', '+856 20 5551 2345', ['48161902 phone']],
    ['a phone of Laos as it is dialled there', '02055512345', ['48161902 phone']],
    ['a phone in the digits of Thai', '๐๘๑-๒๓๔-๔๔๑๗', ['48160787 phone']],
    ['a phone in the digits of Lao', '໐໒໐໕໕໕໑໒໓໔໕', ['48161902 phone']],
    ['a phone in wide digits, with what cannot be seen', '\u2066０８１２３４４４１７\u2069\u200B', ['48160787 phone']],
    ['a bank account', '123-4-56641-7', ['48160787 account']],
    ['an id of a member', '0000000000000000000suracha', ['48102245 id']],
    ['an id of a movement', '00000000000000000000depost', ['48160787 id']],
    ["a bank's reference in any case", '016263193812BPP07441', ['48160787 reference']],
    ['three characters of a name', 'วงศ', ['48160787 name']],
    ['a part of a Lao name', 'ສະຫວັດ', ['48161902 name']],
    ['a part of a name in any case', 'RACHAI', ['48102245 name']],
    ['a part of the name at the bank', 'wongkham', ['48160787 name']],
    ['nobody', 'nobody at all', []],
    ['a name with what cannot be seen', 'วง\u200Bศ', ['48160787 name']],
    ['signs of patterns as they are', '%%%', []],
  ])('[OFC-022] finds a member by %s', async (_what, words, expected) => {
    expect(await found(words)).toEqual(expected)
  })

  it('[OFC-022] finds whose movement a receipt is of', async () => {
    const command = await app.command('movements', 'find', '00000000000000000000depost')
    const number = /KP(?:-[0-9A-Z]+)+/.exec(command)?.[0] ?? ''
    expect(await found(number.toLowerCase())).toEqual(['48160787 receipt'])
  })

  it('shows four digits of a phone', async () => {
    expect((await ask('48160787')).body.rows).toEqual([
      {
        memberId: '0000000000000000000somchai',
        memberNo: '48160787',
        name: 'นภัสสร วงศ์คำ',
        phone: '•••4417',
        why: 'memberNo',
      },
    ])
  })

  it.each(['', 'ab', '  ab  ', 'a\u200B\u200Bb', 'x'.repeat(101)])(
    '[OFC-023] refuses %j as too short or too long',
    async (words) => {
      expect(await ask(words)).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    },
  )

  it('[OFC-023] answers twenty at most', async () => {
    await app.database.query(
      `insert into member (id, member_number, username, name, password_hash, created_at)
       select lpad(one::text, 26, '0'), 70000000 + one, '07' || (10000000 + one), 'Crowded Name', '', $1::timestamptz from generate_series(1, 25) as one`,
      [at],
    )
    expect(await found('crowded')).toHaveLength(20)
  })
})
