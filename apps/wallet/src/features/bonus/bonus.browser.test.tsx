import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const bonus = {
  code: 'DAILY10',
  name: 'Ten more a day',
  type: 'day',
  maxReceived: 3,
  percentFail: 5,
  banners: [{ image: '/art/night.svg', html: '<p>x</p>' }],
  userBonus: { _id: 'a'.repeat(24), isActive: false, received: [{ updatedAt: '2026-01-05T03:04:05.000Z' }] },
}
const open = async (answer: FakeAnswers[string], language: 'th' | 'lo' | 'en' = 'en'): Promise<void> => {
  fakeServer({ ...memberAnswers, 'GET /api/bonus': answer })
  await openApp('/user/bonus', { token: 'good', language })
}

beforeEach(clearBrowser)

describe('/user/bonus', () => {
  it.each([
    ['th', 'โบนัส', 'ยังไม่มีโบนัสในขณะนี้'],
    ['lo', 'ໂບນັດ', 'ຍັງບໍ່ມີໂບນັດໃນຂະນະນີ້'],
    ['en', 'Bonus', 'No bonuses right now'],
  ] as const)('[NAV-008] [NAV-026] [GEN-021] has its title, and says in %s that there are none', async (...words) => {
    const [language, title, none] = words
    await open({ bonuses: [] }, language)
    await expect.element(page.getByRole('banner').getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: none })).toBeVisible()
    expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
  })

  it('lists what the operator offers', async () => {
    await open({
      bonuses: [bonus, { ...bonus, code: 'X', name: 'Other', type: 'limit', banners: [], userBonus: null }],
    })
    const entries = page.getByRole('main').getByRole('listitem')
    await expect.element(entries.nth(0)).toHaveTextContent('Ten more a dayDailyReceived 1 of 3 times')
    await expect.element(entries.nth(1)).toHaveTextContent('OtherLimited timesReceived 0 of 3 times')
    expect(entries.nth(0).element().querySelector('img')?.getAttribute('src')).toMatch(/\/art\/night\.svg$/)
  })

  it('shows that it waits, says why it fails, and tries again', async () => {
    const answers: object[] = [refusal(500, 'INTERNAL_SERVER_ERROR'), { bonuses: [bonus] }]
    await open(() => answers.shift() ?? { bonuses: [] })
    await expect.element(page.getByRole('heading', { name: 'We could not load the bonuses' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Ten more a day')).toBeVisible()
  })
})
