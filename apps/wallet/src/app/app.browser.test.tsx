import { beforeEach, describe, expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { memberAnswers as member } from '../testing/member-answers.ts'
import { arriveAt, clearBrowser, openApp } from '../testing/open-app.tsx'

beforeEach(clearBrowser)

/** What a menu holds, in its order. */
function namesIn(menu: Locator): string[] {
  return [...(menu.query()?.querySelectorAll('a, button') ?? [])].map((one) => one.textContent.trim())
}

describe('the pages of guests', () => {
  it.each([
    ['NAV-001', '/login', 'Phone number'],
    ['NAV-002', '/register', 'Your phone number'],
    ['NAV-004', '/contact', 'We are here to help'],
  ])('[%s] %s is open to a guest and leads a member to /user', async (_, path, text) => {
    fakeServer(member)
    await openApp(path)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it.each([
    ['NAV-001', '/login'],
    ['NAV-002', '/register'],
    ['NAV-004', '/contact'],
  ])('[%s] %s leads a member to /user/home', async (_, path) => {
    fakeServer(member)
    await openApp(path, { token: 'good' })
    await arriveAt('/user/home')
    await expect.element(page.getByText('Hello, Som')).toBeVisible()
  })

  it('[NAV-021] [NAV-022] [NAV-024] are linked from the menu below', async () => {
    fakeServer(member)
    await openApp('/login')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect.poll(() => namesIn(menu)).toEqual(['Home', 'Register', 'How-to', 'Contact'])
    for (const [name, path] of [
      ['Register', '/register'],
      ['Contact', '/contact'],
      ['Home', '/login'],
    ] as const) {
      await menu.getByRole('link', { name }).click()
      await arriveAt(path)
      await expect.element(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    }
  })

  it('[NAV-025] have a credit line with the website of the lookup', async () => {
    fakeServer({ 'GET /api/lookup/info': { name: 'Other', website: 'other.example' } })
    await openApp('/login', { language: 'th' })
    await expect.element(page.getByText('เว็บไซต์: other.example')).toBeVisible()
  })
})

describe('the pages of members', () => {
  it.each([
    ['NAV-006', '/user/home'],
    ['NAV-007', '/user/profile'],
    ['NAV-009', '/user/statement'],
    ['NAV-010', '/user/contact'],
  ])('[%s] %s leads a guest to /login', async (_, path) => {
    fakeServer(member)
    await openApp(path)
    await arriveAt('/login')
    await expect.element(page.getByLabelText('Phone number')).toBeVisible()
  })

  it.each([
    ['NAV-006', '/user/home', 'Hello, Som'],
    ['NAV-007', '/user/profile', '123-456-7890'],
    ['NAV-009', '/user/statement', 'No transactions yet. Start with a deposit.'],
    ['NAV-010', '/user/contact', 'We are here to help'],
  ])('[%s] %s is open to a member', async (_, path, text) => {
    fakeServer(member)
    await openApp(path, { token: 'good' })
    await expect.element(page.getByText(text)).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it('[NAV-017] [NAV-018] [NAV-019] [NAV-030] [NAV-033] [NAV-034] [NAV-035] are linked from the menu', async () => {
    fakeServer(member)
    await openApp('/user/home', { token: 'good' })
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect.poll(() => namesIn(menu)).toEqual(['Profile', 'Conditions', 'Home', 'History', 'Contact'])
    for (const [name, path] of [
      ['Profile', '/user/profile'],
      ['History', '/user/statement'],
      ['Contact', '/user/contact'],
      ['Home', '/user/home'],
    ] as const) {
      await menu.getByRole('link', { name }).click()
      await arriveAt(path)
    }
    const sizes = ['Home', 'Profile'].map((name) => {
      const icon = menu.getByRole('link', { name }).element().querySelector('svg')
      return icon?.parentElement?.getBoundingClientRect().height ?? 0
    })
    expect(sizes[0]).toBeGreaterThan((sizes[1] ?? 0) * 0.75)
    expect(menu.getByRole('link', { name: 'Home' }).element().querySelector('span')?.clientWidth).toBe(60)
  })

  it('[NAV-026] have a bar with a title', async () => {
    fakeServer(member)
    for (const [path, title] of [
      ['/user/profile', 'Profile'],
      ['/user/statement', 'Transaction history'],
      ['/user/contact', 'Contact us'],
    ] as const) {
      await openApp(path, { token: 'good' })
      await expect.element(page.getByRole('banner').getByRole('heading', { name: title }).first()).toBeVisible()
      document.body.replaceChildren()
    }
  })

  it('[NAV-031] [NAV-032] show the conditions as HTML in a sheet with a confirm button', async () => {
    fakeServer(member)
    await openApp('/user/home', { token: 'good' })
    await page.getByRole('button', { name: 'Conditions' }).click()
    const sheet = page.getByRole('dialog', { name: 'Conditions' })
    await expect.element(sheet.getByText('Second rule')).toBeVisible()
    expect(sheet.getByText('rule', { exact: true }).element().localName).toBe('strong')
    await sheet.getByRole('button', { name: 'Got it' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  })
})

describe('other addresses', () => {
  it('[NAV-020] / is the home of a member', async () => {
    fakeServer(member)
    await openApp('/', { token: 'good' })
    await arriveAt('/user/home')
  })

  it('/ leads a guest to /login, /user a member to /user/home', async () => {
    fakeServer(member)
    await openApp('/')
    await arriveAt('/login')
    await openApp('/user', { token: 'good' })
    await arriveAt('/user/home')
  })

  it.each(['/abc/def', '/admin', '/user/nothing'])('[NAV-014] [GEN-038] %s is not found', async (path) => {
    fakeServer(member)
    await openApp(path)
    await expect.element(page.getByText('Page Not Found', { exact: true })).toBeVisible()
  })

  it('[NAV-012] [NAV-013] /terminated is blank and has the title of a page that is not there', async () => {
    fakeServer(member)
    await openApp('/terminated')
    await expect.poll(() => document.title).toBe('Page not found')
    expect(document.body.innerText.trim()).toBe('')
  })
})

describe('the end of the service', () => {
  it('[NAV-015] is asked for before /login', async () => {
    const server = fakeServer(member)
    await openApp('/contact')
    await page.getByRole('link', { name: 'Home' }).click()
    await arriveAt('/login')
    expect(server.callsTo('GET /api/lookup/active')).toHaveLength(1)
  })

  it.each([
    ['/login', { terminated: true }],
    ['/user/home', { terminated: true }],
    ['/login', { message: 'terminated' }],
    ['/login', refusal(410, 'gone')],
  ])('[NAV-011] [NAV-016] leads from %s to /terminated', async (path, answer) => {
    fakeServer({ 'GET /api/lookup/active': answer })
    await openApp(path)
    await arriveAt('/terminated')
  })

  it('is not assumed when the check fails', async () => {
    fakeServer({
      'GET /api/lookup/active': () => {
        throw new TypeError('no network')
      },
    })
    await openApp('/')
    await arriveAt('/login')
    await expect.element(page.getByLabelText('Phone number')).toBeVisible()
  })

  it('[ERR-089] is told by any call', async () => {
    fakeServer({ ...member, 'GET /api/account/profile': refusal(410, 'gone') })
    await openApp('/user/profile', { token: 'good' })
    await arriveAt('/terminated')
  })

  it('[ERR-089] is told by a body of a success too', async () => {
    fakeServer({ ...member, 'GET /api/account/profile': { message: 'GONE' } })
    await openApp('/user/profile', { token: 'good' })
    await arriveAt('/terminated')
  })
})

describe('the end of a session', () => {
  it.each([
    'invalid-token',
    'UNAUTHORIZED',
    'EXPIRED_AUTH_TOKEN',
    'INVALID_USER_1',
    'INVALID_USER_2',
    'INVALID_USER_3',
    'INVALID_USER_4',
  ])('[LOG-012] %s drops the token and leads to /login', async (code) => {
    fakeServer({ ...member, 'GET /api/wallet/home': refusal(401, code) })
    await openApp('/user/home', { token: 'bad' })
    await arriveAt('/login')
    expect(sessionStorage.getItem('token')).toBeNull()
    await expect.element(page.getByLabelText('Phone number')).toBeVisible()
  })

  it.each([
    ['English', 'We cannot verify your identity. Please log in again.'],
    ['Thai', 'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง'],
    ['Lao', 'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ'],
  ])('[ERR-092] the text of an identity that cannot be verified, in %s, does so too', async (_, message) => {
    fakeServer({ ...member, 'GET /api/wallet/home': refusal(401, message) })
    await openApp('/user/home', { token: 'bad' })
    await arriveAt('/login')
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  it('[GEN-037] is the server’s to say: any token opens the shell', async () => {
    fakeServer({ 'GET /api/wallet/home': () => new Promise<never>(() => undefined) })
    await openApp('/user/home', { token: 'anything' })
    await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    expect(location.pathname).toBe('/user/home')
  })

  it('[NAV-029] [LOG-008] [LOG-009] [LOG-010] [LOG-011] comes with the logout icon and clears what was kept', async () => {
    const server = fakeServer(member)
    localStorage.setItem('rememberAgreement', '1')
    await openApp('/user/home', { token: 'good' })
    await expect.poll(() => localStorage.getItem('lastSync')).not.toBeNull()
    await page.getByRole('button', { name: 'Log out' }).click()
    await arriveAt('/login')
    for (const key of ['token', 'rememberAgreement', 'lastSync']) {
      expect(localStorage.getItem(key), key).toBeNull()
      expect(sessionStorage.getItem(key), key).toBeNull()
    }
    expect(server.callsTo('POST /api/logout')[0]?.headers.get('authorization')).toBe('Bearer good')
  })

  it('[NAV-005] leaves no token in either storage once the pages of guests are drawn', async () => {
    fakeServer({ ...member, 'GET /api/wallet/home': refusal(401, 'invalid-token') })
    localStorage.setItem('token', 'old')
    await openApp('/user/home', { token: 'bad' })
    await arriveAt('/login')
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, null])
  })
})
