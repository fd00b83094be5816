import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { languageCookie, readLanguage } from './language.ts'
import { loadTexts, readTexts, startTexts } from './texts.ts'

beforeEach(clearBrowser)

describe('the language', () => {
  it('[GEN-003] is Thai when nothing is kept', async () => {
    fakeServer()
    await openApp('/login', { language: 'stored' })
    await expect.element(page.getByText('ยินดีต้อนรับ')).toBeVisible()
    expect(document.documentElement.lang).toBe('th')
  })

  it('[GEN-005] [GEN-006] [LOG-004] is chosen on /login without a reload, and kept in the storage and a cookie', async () => {
    fakeServer()
    await openApp('/login', { language: 'stored' })
    await page.getByRole('textbox', { name: 'เบอร์โทรศัพท์' }).fill('0812345678')
    await page.getByRole('button', { name: 'ລາວ' }).click()
    await expect.element(page.getByText('ຍິນດີຕ້ອນຮັບ')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'ເບີໂທລະສັບ' })).toHaveValue('0812345678')
    expect(document.documentElement.lang).toBe('lo')
    expect(localStorage.getItem('locale')).toBe('lo')
    expect(document.cookie).toContain('locale=lo')
    expect(readLanguage()).toBe('lo')
  })

  it('[GEN-002] changes every text of /login', async () => {
    fakeServer()
    await openApp('/login', { language: 'th' })
    // What other tests had announced may still stand beside.
    const words = (): string =>
      [...document.querySelectorAll<HTMLElement>('main, nav')].map((part) => part.innerText).join('\n')
    await expect.poll(words).toContain('เข้าสู่ระบบ')
    await page.getByRole('button', { name: 'English' }).click()
    await expect.poll(words).toContain('Log in')
    const withoutSwitcher = words().replace('ไทย', '').replace('ລາວ', '')
    expect(withoutSwitcher.length).toBeGreaterThan(100)
    expect(withoutSwitcher).not.toMatch(/[\u0E01-\u0E5B\u0E81-\u0EDF]/)
    expect(withoutSwitcher).not.toMatch(/\b[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+\b/)
  })

  it('[GEN-002] changes every text of /user/home', async () => {
    fakeServer(memberAnswers)
    localStorage.setItem('rememberAgreement', 'true')
    await openApp('/user/home', { token: 'good', language: 'th' })
    const words = (): string =>
      [...document.querySelectorAll<HTMLElement>('main, nav')].map((part) => part.innerText).join('\n')
    const letters = { th: /[\u0E01-\u0E5B]/, lo: /[\u0E81-\u0EDF]/ }
    for (const [from, to, name, total] of [
      ['ภาษา', 'lo', 'ລາວ', 'ຍອດເງິນລວມ'],
      ['ພາສາ', 'en', 'English', 'Total balance'],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(from) }).click()
      await page.getByRole('menuitemradio', { name }).click()
      await expect.poll(words).toContain(total)
      const said = words().replaceAll('฿', '')
      expect(said.length).toBeGreaterThan(100)
      expect(said).not.toMatch(letters.th)
      if (to === 'en') expect(said).not.toMatch(letters.lo)
      expect(said).not.toMatch(/\b[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+\b/)
    }
  })

  it('falls back to the cookie, and to the default for a word that is no language', () => {
    document.cookie = 'locale=en; Path=/'
    expect(readLanguage()).toBe('en')
    localStorage.setItem('locale', 'lo')
    expect(readLanguage()).toBe('lo')
    localStorage.setItem('locale', 'xx')
    document.cookie = 'locale=xx; Path=/'
    expect(readLanguage()).toBe('th')
  })

  it('is kept over HTTPS under a name that neither another host nor a plain line can set', () => {
    const secure = '__Host-locale=lo; Max-Age=31536000; Path=/; SameSite=Lax; Secure'
    expect(languageCookie('lo', true)).toBe(secure)
    expect(languageCookie('lo', false)).toBe('locale=lo; Max-Age=31536000; Path=/; SameSite=Lax')
  })

  it('[NAV-027] [NAV-028] is chosen in the bar of members, where the present one is disabled', async () => {
    fakeServer()
    await openApp('/user/profile', { token: 'good', language: 'en' })
    await page.getByRole('button', { name: /Choose language: English/ }).click()
    const entries = page.getByRole('menuitemradio')
    expect(entries.elements().map((entry) => entry.textContent)).toEqual(['ไทย', 'ລາວ', 'English'])
    await expect.element(page.getByRole('menuitemradio', { name: 'English' })).toBeDisabled()
    await page.getByRole('menuitemradio', { name: 'ไทย' }).click()
    await expect.element(page.getByRole('heading', { name: 'โปรไฟล์' })).toBeVisible()
    expect(localStorage.getItem('locale')).toBe('th')
  })
})

describe('relative times', () => {
  it.each([
    ['th', '5 นาทีที่แล้ว', '3 ชั่วโมงที่แล้ว', '1 วันที่แล้ว'],
    ['lo', '5 ນາທີກ່ອນ', '3 ຊົ່ວໂມງກ່ອນ', '1 ມື້ກ່ອນ'],
    ['en', '5 minutes ago', '3 hours ago', '1 day ago'],
  ] as const)('[GEN-010] are worded in %s, in a browser that may have no words for it', async (language, ...words) => {
    await startTexts(language, ['shell', 'member'])
    await loadTexts(['member'])
    const { t } = readTexts()
    expect([t('time.minutesAgo', { n: 5 }), t('time.hoursAgo', { n: 3 }), t('time.daysAgo', { n: 1 })]).toEqual(words)
  })
})
