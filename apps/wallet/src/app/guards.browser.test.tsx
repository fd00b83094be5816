import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renewToken } from '../lib/session.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { memberAnswers, memberHome } from '../testing/member-answers.ts'
import { arriveAt, clearBrowser, openApp } from '../testing/open-app.tsx'

beforeEach(clearBrowser)

const guestPaths = ['/login', '/register', '/forgot', '/howto', '/contact'] as const
const memberPaths = [
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/protection',
] as const
const loginField = page.getByLabelText('Phone number')

describe('a guest', () => {
  it.each(guestPaths)('[GEN-034] has %s', async (path) => {
    fakeServer(memberAnswers)
    await openApp(path)
    await expect.element(page.getByRole('main')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Register' }).first()).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it.each(memberPaths)('[GEN-034] [NAV-008] [LOG-013] has not %s: it leads to /login', async (path) => {
    const server = fakeServer(memberAnswers)
    await openApp(path)
    await arriveAt('/login')
    await expect.element(loginField).toBeVisible()
    expect(server.calls.map((call) => call.path).filter((called) => !called.startsWith('/api/lookup/'))).toEqual([])
  })

  it('[LOG-013] is who loses the token while at a page of members', async () => {
    fakeServer(memberAnswers)
    await openApp('/user/statement', { token: 'good' })
    await expect.element(page.getByText('No transactions yet. Start with a deposit.')).toBeVisible()
    sessionStorage.removeItem(storageKeys.token)
    globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }))
    await arriveAt('/login')
    await expect.element(loginField).toBeVisible()
  })
})

describe('a member', () => {
  it.each(memberPaths)('[GEN-036] [NAV-008] has %s', async (path) => {
    fakeServer(memberAnswers)
    await openApp(path, { token: 'good' })
    await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect.element(page.getByRole('main').getByText(/\w/).first()).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it.each(guestPaths)('[GEN-034] has not %s: it leads to /user/home', async (path) => {
    fakeServer(memberAnswers)
    await openApp(path, { token: 'good' })
    await arriveAt('/user/home')
  })

  it('[GEN-038] [NAV-014] finds no page of an administrator', async () => {
    fakeServer(memberAnswers)
    await openApp('/admin', { token: 'good' })
    await expect.element(page.getByText('Page Not Found', { exact: true })).toBeVisible()
    expect(document.title).toBe('Page Not Found')
    await page.getByRole('link', { name: 'Go to home' }).click()
    await arriveAt('/user/home')
  })

  it('[GEN-037] is whoever has a token of any kind, until a call says otherwise', async () => {
    fakeServer({ ...memberAnswers, 'GET /api/lookup/contact': refusal(401, 'invalid-token') })
    localStorage.setItem(storageKeys.token, '😀 not a token')
    await openApp('/user/statement')
    await expect.element(page.getByText('No transactions yet. Start with a deposit.')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
    await arriveAt('/login')
  })

  describe('who has a sheet open', () => {
    const dialog = page.getByRole('dialog')
    async function openWithdrawal(): Promise<ReturnType<typeof fakeServer>> {
      localStorage.setItem(storageKeys.rememberAgreement, 'true')
      const isSecond = (headers: Headers): boolean => JSON.stringify([...headers]).includes('second')
      const server = fakeServer({
        ...memberAnswers,
        'GET /api/lookup/withdraw': { withdrawMin: 100, withdrawMax: 50_000, info: '' },
        'GET /api/wallet/home': ({ headers }) => ({
          ...memberHome,
          profile: { ...memberHome.profile, name: isSecond(headers) ? 'Noi' : 'Som' },
        }),
      })
      await openApp('/user/home', { token: 'first' })
      await expect.element(page.getByText('Som', { exact: false }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await expect.element(dialog).toBeVisible()
      return server
    }

    it.each([
      ['told so', () => globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }))],
      ['seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
      ['come back to', () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
    ])('[GEN-036] leaves nothing of his to whom another tab has logged in: %s', async (_, happens) => {
      await openWithdrawal()
      sessionStorage.setItem(storageKeys.token, 'second')
      happens()
      await expect.element(page.getByText('Noi', { exact: false }).first()).toBeVisible()
      await expect.element(page.getByText('Som', { exact: false })).not.toBeInTheDocument()
      await expect.element(dialog).not.toBeInTheDocument()
    })

    it('[GEN-036] [WDR-008] sends nothing that he has reviewed in the name of the next, though nothing told of it', async () => {
      const server = await openWithdrawal()
      await page.getByLabelText('Amount to withdraw', { exact: true }).fill('200')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      const confirm = page.getByRole('button', { name: 'Withdraw ฿200.00', exact: true })
      await expect.element(confirm).toBeVisible()
      sessionStorage.setItem(storageKeys.token, 'second')
      // What comes at once after the first step is taken for the second half of a double tap.
      const press = (): Element | null => {
        const shown = confirm.query()
        if (shown instanceof HTMLElement) shown.click()
        return shown
      }
      await expect.poll(press).toBeNull()
      await expect.element(dialog).not.toBeInTheDocument()
      expect(server.calls.filter(({ path }) => path.startsWith('/api/wallet/withdraw'))).toEqual([])
    })

    it('[GEN-036] keeps it when his token is renewed', async () => {
      await openWithdrawal()
      renewToken('third')
      document.dispatchEvent(new Event('visibilitychange'))
      await expect.element(dialog).toBeVisible()
    })
  })
})

describe('the name of the website', () => {
  it('[LKP-016] is that of the lookup, in the title and over the home of a member', async () => {
    fakeServer({ ...memberAnswers, 'GET /api/lookup/info': { name: 'Moon House', website: 'moon.example' } })
    // It is asked for once in each language.
    await openApp('/login', { language: 'lo' })
    await expect.element(page.getByRole('heading', { name: 'Moon House' })).toBeVisible()
    await expect.poll(() => document.title).toBe('ເຂົ້າສູ່ລະບົບ · Moon House')
    document.body.replaceChildren()
    await openApp('/user/home', { token: 'good', language: 'lo' })
    await expect.element(page.getByRole('banner').getByRole('heading', { name: 'Moon House' })).toBeVisible()
  })
})

describe('the active check', () => {
  const checks = (server: ReturnType<typeof fakeServer>): number => server.callsTo('GET /api/lookup/active').length

  it('[NAV-015] is made before each way to /login: by address, by the menu, by logout, by a guard', async () => {
    const server = fakeServer({ ...memberAnswers, 'POST /api/login': { token: 'fresh' } })
    await openApp('/login')
    await expect.poll(() => checks(server)).toBe(1)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Contact' }).click()
    await arriveAt('/contact')
    await menu.getByRole('link', { name: 'Home' }).click()
    await arriveAt('/login')
    await expect.poll(() => checks(server)).toBe(2)
    await loginField.fill('0812345678')
    await page.getByLabelText('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await arriveAt('/user/home')
    await page.getByRole('button', { name: 'Log out' }).click()
    await arriveAt('/login')
    await expect.poll(() => checks(server)).toBe(3)
    await expect.element(loginField).toBeVisible()
    expect(checks(server)).toBe(3)
  })

  it.each([
    ['/contact', 'Home', true],
    ['/contact', 'Home', false],
    ['/register', 'Log in', true],
    ['/register', 'Log in', false],
  ])(
    '[NAV-015] [NAV-016] holds a guest back at %s from "%s" until it was answered, however slow: %s',
    async (from, name, terminated) => {
      const answer = Promise.withResolvers<object>()
      const server = fakeServer({ ...memberAnswers, 'GET /api/lookup/active': () => answer.promise })
      await openApp(from)
      const link = page.getByRole('link', { name, exact: true }).last()
      await expect.element(link).toBeVisible()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      ;(link.element() as HTMLElement).click()
      await vi.advanceTimersByTimeAsync(30_000)
      expect([checks(server), location.pathname]).toEqual([1, from])
      vi.useRealTimers()
      answer.resolve({ terminated })
      await arriveAt(terminated ? '/terminated' : '/login')
      if (!terminated) await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
      expect(checks(server)).toBe(1)
    },
  )

  it('[NAV-015] comes before /login is seen again by Back', async () => {
    const answer = Promise.withResolvers<object>()
    const answers: (object | Promise<object>)[] = [{ terminated: false }, answer.promise]
    const server = fakeServer({ ...memberAnswers, 'GET /api/lookup/active': () => answers.shift() ?? {} })
    await openApp('/login')
    await expect.element(loginField).toBeVisible()
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Contact' }).click()
    await expect.element(page.getByText('We are here to help')).toBeVisible()
    history.back()
    await expect.poll(() => checks(server)).toBe(2)
    expect([location.pathname, loginField.query()]).toEqual(['/login', null])
    answer.resolve({ terminated: false })
    await expect.element(loginField).toBeVisible()
    expect(checks(server)).toBe(2)
  })

  it.each([
    ['fails', refusal(500, 'INTERNAL_SERVER_ERROR')],
    ['answers nonsense', new Response('<html>', { status: 502 })],
    ['says nothing', {}],
  ])('[NAV-015] opens /login when it %s', async (_, answer) => {
    fakeServer({ ...memberAnswers, 'GET /api/lookup/active': answer })
    await openApp('/contact')
    await page.getByRole('link', { name: 'Home' }).click()
    await arriveAt('/login')
    await expect.element(loginField).toBeVisible()
  })
})

describe('a dead token', () => {
  const codes = [
    ['LOG-012', 'invalid-token'],
    ['ERR-002', 'UNAUTHORIZED'],
    ['ERR-003', 'EXPIRED_AUTH_TOKEN'],
    ['ERR-004', 'INVALID_USER_1'],
    ['ERR-005', 'INVALID_USER_2'],
    ['ERR-006', 'INVALID_USER_3'],
    ['ERR-007', 'INVALID_USER_4'],
  ] as const
  const places = [
    ['/user/home', 'GET /api/wallet/home'],
    ['/user/profile', 'GET /api/account/profile'],
    ['/user/bonus', 'GET /api/bonus'],
    ['/user/statement', 'POST /api/statement'],
    ['/user/contact', 'GET /api/lookup/contact'],
  ] as const

  it.each(codes.flatMap(([id, code]) => places.map(([path, call]) => [id, code, path, call] as const)))(
    '[%s] that is told by %s at %s from %s leads to /login, once and for all',
    async (_, code, path, call) => {
      const server = fakeServer({ ...memberAnswers, [call]: refusal(401, code) })
      localStorage.setItem(storageKeys.token, 'dead')
      await openApp(path)
      await arriveAt('/login')
      await expect.element(loginField).toBeVisible()
      await expect
        .element(
          page
            .getByRole('alert')
            .getByText(/log in/)
            .last(),
        )
        .toBeVisible()
      // Nothing asks as a member any more, so nothing can lead away again.
      expect(localStorage.getItem(storageKeys.token)).toBeNull()
      expect(server.callsTo(call).length).toBeLessThanOrEqual(1)
      expect(location.pathname).toBe('/login')
    },
  )

  it('[NAV-005] [LOG-012] that is kept in both storages is gone from both, and / is the way to /login then', async () => {
    fakeServer({ ...memberAnswers, 'GET /api/wallet/home': refusal(401, 'EXPIRED_AUTH_TOKEN') })
    localStorage.setItem(storageKeys.token, 'dead')
    await openApp('/', { token: 'dead too' })
    await arriveAt('/login')
    await expect.element(loginField).toBeVisible()
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, null])
  })

  it.each(['gone', 'GONE'])('[ERR-089] [NAV-011] comes second to the end of the service: %s', async (message) => {
    fakeServer({ ...memberAnswers, 'POST /api/statement': refusal(410, message) })
    await openApp('/user/statement', { token: 'good' })
    await arriveAt('/terminated')
    await expect.poll(() => document.title).toBe('Page not found')
  })

  it.each(['/contact', '/register'])('[ERR-089] is told to guests too, at %s', async (path) => {
    fakeServer({
      'GET /api/lookup/contact': refusal(410, 'gone'),
      'GET /api/lookup/registerOTP': refusal(410, 'gone'),
      'POST /api/otp/send': refusal(410, 'gone'),
    })
    await openApp(path)
    if (path === '/register') {
      await loginField.fill('0812345678')
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await arriveAt('/terminated')
  })
})
