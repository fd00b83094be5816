import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('the login of the desk', () => {
  const session = { token: 'new token', agent: { _id: 'agent', name: 'Mali', username: 'mali', roles: ['SUPPORT'] } }

  async function fill(code: string): Promise<void> {
    await page.getByLabelText('Username').fill(' mali ')
    await page.getByLabelText('Password', { exact: true }).fill('right horse')
    await page.getByLabelText(/6-digit code/).fill(code)
    await button('Log in').click()
  }

  it('sends name, password and code, and opens the inbox with the token', async () => {
    const desk = fakeDesk({ 'POST /api/desk/login': session })
    await openDesk('', { isLoggedIn: false })
    await fill('123 456')
    await expect.element(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
    expect(desk.callsTo('POST /api/desk/login')[0]?.body).toEqual({
      username: 'mali',
      password: 'right horse',
      totp: '123456',
    })
    expect(desk.callsTo('GET /api/desk/inbox')[0]?.headers.get('authorization')).toBe('Bearer new token')
    await expect.element(page.getByText('Mali', { exact: true })).toBeVisible()
  })

  it('says that a part is wrong without saying which, and keeps what was typed', async () => {
    fakeDesk({ 'POST /api/desk/login': refusal(401, 'WRONG_CREDENTIAL') })
    await openDesk('', { isLoggedIn: false })
    await fill('123456')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Wrong username, password or code. Each code works once.')
    await expect.element(page.getByLabelText('Username')).toHaveValue(' mali ')
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('right horse')
    await expect.element(page.getByLabelText(/6-digit code/)).toHaveValue('123456')
  })

  it('has who comes with a password that was made for him choose his own, and keeps what was typed', async () => {
    const desk = fakeDesk({ 'POST /api/desk/login': refusal(403, 'NEW_PASSWORD') })
    await openDesk('', { isLoggedIn: false })
    await fill('123456')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Choose your own.')
    await page.getByLabelText('New password').fill('too short')
    await button('Log in').click()
    await expect.element(page.getByText('Use 12–128 characters')).toBeVisible()
    desk.answer({ 'POST /api/desk/login': refusal(422, 'INVALID_USER_INFO') })
    await page.getByLabelText('New password').fill('krapao krapao')
    await button('Log in').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('too easy to guess')
    desk.answer({ 'POST /api/desk/login': session })
    await page.getByLabelText('New password').fill('river mango lantern')
    await button('Log in').click()
    await expect.element(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
    const newPassword = 'river mango lantern'
    expect(desk.callsTo('POST /api/desk/login').at(-1)?.body).toEqual({
      username: 'mali',
      password: 'right horse',
      totp: '123456',
      newPassword,
    })
  })

  it('asks for what is missing before it asks the server', async () => {
    const desk = fakeDesk()
    await openDesk('', { isLoggedIn: false })
    await fill('123')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter all 6 digits')
    expect(desk.callsTo('POST /api/desk/login')).toHaveLength(0)
  })

  it('is where a dead token leads, and says why', async () => {
    fakeDesk({ 'GET /api/desk/inbox': refusal(401, 'EXPIRED_AUTH_TOKEN') })
    await openDesk()
    await expect.element(page.getByText('Your session has ended. Log in again.')).toBeVisible()
    expect(sessionStorage.getItem('desk-session')).toBeNull()
  })

  it('comes again after logging out, and the token is ended on the server', async () => {
    const desk = fakeDesk()
    await openDesk()
    await button(/Your account/).click()
    await button('Log out').click()
    await expect.element(page.getByLabelText(/6-digit code/)).toBeVisible()
    expect(desk.callsTo('POST /api/desk/logout')[0]?.headers.get('authorization')).toBe('Bearer token of Mali')
    expect(sessionStorage.getItem('desk-session')).toBeNull()
  })
})
