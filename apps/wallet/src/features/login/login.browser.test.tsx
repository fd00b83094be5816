import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

beforeEach(clearBrowser)

const phone = page.getByLabelText('Phone number')
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: 'Log in', exact: true })

async function logIn(): Promise<void> {
  await phone.fill('081 234-5678')
  await password.fill('correct horse')
  await submit.click()
}

describe('/login', () => {
  it('[LOG-001] [LOG-003] [LOG-014] has a phone, a password, a choice to be remembered and a way to register', async () => {
    fakeServer()
    await openApp('/login')
    await expect.element(phone).toBeVisible()
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(page.getByLabelText('Remember me')).not.toBeChecked()
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await arriveAt('/register')
  })

  it.each(['th', 'lo', 'en'] as const)(
    'has the way to register in sight of a phone of 360 x 740 (%s)',
    async (language) => {
      await page.viewport(360, 740)
      onTestFinished(() => page.viewport(414, 896))
      fakeServer()
      await openApp('/login', { language })
      const link = page.getByRole('main').getByRole('link').last()
      await expect.element(link).toHaveAttribute('href', '/register')
      const menu = page.getByRole('navigation').last()
      await expect
        .poll(() => link.element().getBoundingClientRect().bottom - menu.element().getBoundingClientRect().top)
        .toBeLessThanOrEqual(0)
    },
  )

  it('leaves what the keyboard leaves to the form: the menu goes while something is typed', async () => {
    await page.viewport(360, 456)
    onTestFinished(() => page.viewport(414, 896))
    fakeServer()
    await openApp('/login')
    const menu = page.getByRole('navigation').last()
    await expect.element(menu).toBeVisible()
    ;(password.element() as HTMLElement).focus()
    await expect.poll(() => menu.query()).toBeNull()
    ;(password.element() as HTMLElement).blur()
    await expect.element(menu).toBeVisible()
  })

  it('is left behind at its top: home begins at its own, however far this was scrolled', async () => {
    await page.viewport(360, 456)
    onTestFinished(() => page.viewport(414, 896))
    fakeServer({ ...memberAnswers, 'POST /api/login': { token: 'fresh' } })
    await openApp('/login')
    await phone.fill('0812345678')
    await password.fill('correct horse')
    scrollTo(0, document.documentElement.scrollHeight)
    expect(scrollY).toBeGreaterThan(20)
    ;(submit.element() as HTMLElement).click()
    await arriveAt('/user/home')
    await expect.element(page.getByRole('region', { name: 'Total balance' })).toBeVisible()
    expect(scrollY).toBe(0)
  })

  it('[GEN-029] [LOG-007] keeps the token for the session and goes to /user', async () => {
    const server = fakeServer({ 'POST /api/login': { token: 'fresh' } })
    await openApp('/login')
    await logIn()
    await arriveAt('/user/home')
    expect([sessionStorage.getItem('token'), localStorage.getItem('token')]).toEqual(['fresh', null])
    expect(server.callsTo('POST /api/login')[0]?.body).toEqual({
      username: '0812345678',
      password: 'correct horse',
      remember: false,
    })
  })

  it('[GEN-028] keeps the token for good when the member is to be remembered', async () => {
    const server = fakeServer({ 'POST /api/login': { token: 'fresh' } })
    await openApp('/login')
    await page.getByText('Remember me').click()
    await logIn()
    await arriveAt('/user/home')
    expect([sessionStorage.getItem('token'), localStorage.getItem('token')]).toEqual([null, 'fresh'])
    expect(server.callsTo('POST /api/login')[0]?.body).toMatchObject({ remember: true })
  })

  it('[LOG-002] says in one line what fails, stays, and keeps what was typed', async () => {
    fakeServer({ 'POST /api/login': refusal(401, 'WRONG_CREDENTIAL') })
    await openApp('/login')
    await logIn()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Incorrect phone number or password. Please try again.')
    expect(location.pathname).toBe('/login')
    await expect.element(phone).toHaveValue('081 234-5678')
    await expect.element(submit).toBeEnabled()
  })

  it.each([
    ['phone', async () => password.fill('correct horse'), phone],
    ['password', async () => phone.fill('0812345678'), password],
  ])('[LOG-005] makes no call without a %s, and points at it', async (_, fillOther, missing) => {
    const server = fakeServer()
    await openApp('/login')
    await fillOther()
    await submit.click()
    await expect.element(missing).toHaveFocus()
    await expect.element(missing).toHaveAttribute('aria-invalid', 'true')
    await expect.element(missing).toHaveAccessibleDescription('Fill in this field')
    await expect.element(page.getByText('Fill in this field', { exact: true })).toBeVisible()
    expect(server.callsTo('POST /api/login')).toHaveLength(0)
  })

  it('shows and hides the password', async () => {
    fakeServer()
    await openApp('/login')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect.element(password).toHaveAttribute('type', 'password')
  })

  it('[GEN-039] [GEN-040] [GEN-041] marks its calls, sends them to /api, and sends no token of a guest', async () => {
    const server = fakeServer({ 'POST /api/login': { token: 'fresh' } })
    await openApp('/login')
    await logIn()
    await arriveAt('/user/home')
    await expect.poll(() => server.callsTo('GET /api/wallet/home').length).toBeGreaterThan(0)
    for (const call of server.calls) {
      expect(call.path).toMatch(/^\/api\//)
      expect(call.headers.get('x-client')).toBe('wallet-user')
      const isOfMember = call.path.startsWith('/api/wallet')
      if (isOfMember) expect(call.headers.get('authorization')).toBe('Bearer fresh')
    }
    expect(server.callsTo('POST /api/login')[0]?.headers.get('authorization')).toBeNull()
  })
})
