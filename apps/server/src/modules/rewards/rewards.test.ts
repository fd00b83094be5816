import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { registeredMember } from '../../testing/stories.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
})
afterAll(() => app.close())

const list = async (language = 'en') => {
  const { token } = await registeredMember(app)
  return app.ok(calls.bonusList, { token, headers: { 'accept-language': language } })
}

describe('the bonuses', () => {
  it('are none as long as the operator has named none', async () => {
    expect(await list()).toEqual({ bonuses: [] })
  })

  it('are the rows of the operator, in its order and in the language of the reader', async () => {
    const banner = { image: '/art/bonus.svg', html: { th: '<p>ฝาก</p>', lo: '<p>ຝາກ</p>', en: '<p>Deposit</p>' } }
    const add = (code: string, kind: string, banners: object[], sort: number) =>
      app.database.query(
        `insert into bonus (code, name_th, name_lo, name_en, kind, max_received, percent_fail, banners, sort)
         values ($1, $2, $3, $4, $5, 2, 5, $6, $7)`,
        [code, `${code} ไทย`, `${code} ລາວ`, `${code} English`, kind, JSON.stringify(banners), sort],
      )
    await add('WEEKLY', 'week', [], 2)
    await add('FIRST', 'limit', [banner, { ...banner, image: '/art/other.svg' }], 1)
    const of = (language: 'th' | 'lo' | 'en', name: string) => ({
      bonuses: [
        {
          code: 'FIRST',
          name: `FIRST ${name}`,
          type: 'limit',
          maxReceived: 2,
          percentFail: 5,
          banners: [
            { image: '/art/bonus.svg', html: banner.html[language] },
            { image: '/art/other.svg', html: banner.html[language] },
          ],
          userBonus: null,
        },
        {
          code: 'WEEKLY',
          name: `WEEKLY ${name}`,
          type: 'week',
          maxReceived: 2,
          percentFail: 5,
          banners: [],
          userBonus: null,
        },
      ],
    })
    expect(await list('en')).toEqual(of('en', 'English'))
    expect(await list('th')).toEqual(of('th', 'ไทย'))
    expect(await list('lo')).toEqual(of('lo', 'ລາວ'))
  })

  it('are for members', async () => {
    expect(await app.call(calls.bonusList, {})).toMatchObject({ status: 401, body: { message: 'UNAUTHORIZED' } })
  })
})
