import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import type { Session } from './profile.api.ts'
import { iphone, profileAnswers, session } from './profile.fixture.ts'

const region = page.getByRole('region', { name: 'Logged-in devices' })
const rows = region.getByRole('listitem')
const question = page.getByRole('alertdialog')

const here = session('c', { isCurrent: true })
const phone = session('p', { device: iphone })
const strange = session('s', { device: null })

/** A server that forgets a session when it is told to. */
function serverOf(given: readonly Session[], answers: FakeAnswers = {}): ReturnType<typeof fakeServer> {
  let sessions = given
  const ends = given.map(({ _id }) => [
    `DELETE /api/account/sessions/${_id}`,
    () => {
      sessions = sessions.filter((one) => one._id !== _id)
      return { code: 'OK' }
    },
  ])
  return fakeServer({
    ...profileAnswers(),
    'GET /api/account/sessions': () => ({ sessions }),
    ...(Object.fromEntries(ends) as FakeAnswers),
    ...answers,
  })
}

const open = (): Promise<void> => openApp('/user/profile', { token: 'good' })

beforeEach(clearBrowser)

describe('the devices where a member is logged in', () => {
  it('[GEN-009] are listed with what they are and when they were last used, this one first and marked', async () => {
    serverOf([strange, phone, here])
    await open()
    await expect.element(rows.nth(2)).toBeVisible()
    await expect.element(rows.nth(0)).toMatchTextContent(/Chrome on Android.*This device.*In use now/)
    await expect.element(rows.nth(1)).toMatchTextContent(/Unknown device.*Last used 1 hour ago/)
    await expect.element(rows.nth(2)).toMatchTextContent(/Safari on iPhone.*Logged in 20\/11\/2026 17:00:\d\d/)
    await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument()
  })

  it('say when there is no other', async () => {
    serverOf([here])
    await open()
    await expect.element(region.getByText('No other device is logged in')).toBeVisible()
    await expect.element(region.getByRole('button')).not.toBeInTheDocument()
  })

  it('end one by one, after a question that leads back first', async () => {
    const server = serverOf([here, phone])
    await open()
    await region.getByRole('button', { name: 'Log out: Safari on iPhone' }).click()
    await expect.element(question.getByText('Safari on iPhone will need the password to log in again')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0)
    await region.getByRole('button', { name: 'Log out: Safari on iPhone' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('status').getByText('That device is logged out')).toBeVisible()
    await expect.element(region.getByText('Safari on iPhone')).not.toBeInTheDocument()
    expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/api/account/sessions/${phone._id}`,
    ])
  })

  it('end all at once, but for this one; one that is gone already is no failure', async () => {
    const server = serverOf([here, phone, strange], {
      [`DELETE /api/account/sessions/${phone._id}`]: refusal(404, 'NO_DATA'),
    })
    await open()
    await region.getByRole('button', { name: 'Log out all other devices' }).click()
    await question.getByRole('button', { name: 'Log out all other devices' }).click()
    await expect.element(page.getByRole('status').getByText('All other devices are logged out')).toBeVisible()
    expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(
      [phone, strange].map(({ _id }) => `/api/account/sessions/${_id}`),
    )
  })

  it('are ended by the password where it was given too long ago, which is asked for until it is right', async () => {
    let isConfirmed = false
    const path = `DELETE /api/account/sessions/${phone._id}`
    const confirm = 'POST /api/account/confirmpwd'
    const server = serverOf([here, phone], {
      [path]: () => (isConfirmed ? { code: 'OK' } : refusal(403, 'PASSWORD_NEEDED')),
      [confirm]: ({ body }) => {
        isConfirmed = (body as { password: string }).password === 'correct horse'
        return isConfirmed ? { code: 'OK' } : refusal(422, 'WRONG_PASSWORD')
      },
    })
    await open()
    await region.getByRole('button', { name: 'Log out: Safari on iPhone' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    const sheet = page.getByRole('dialog', { name: 'Log out that device?' })
    const field = sheet.getByLabelText('Password', { exact: true })
    await expect.element(sheet.getByText('To make sure it is you')).toBeVisible()
    await sheet.getByRole('button', { name: 'Log out' }).click()
    await expect.element(sheet.getByRole('alert')).toBeVisible()
    expect(server.callsTo(confirm)).toHaveLength(0)
    await field.fill('wrong horse')
    await sheet.getByRole('button', { name: 'Log out' }).click()
    await expect.element(sheet.getByText('Your current password is incorrect. Please try again.')).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('wrong horse')
    expect(server.callsTo(path)).toHaveLength(1)
    await field.fill('correct horse')
    await sheet.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('status').getByText('That device is logged out')).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    expect(server.callsTo(path)).toHaveLength(2)
  })

  it('stay when ending fails, and it says why', async () => {
    serverOf([here, phone], { [`DELETE /api/account/sessions/${phone._id}`]: refusal(500, 'INTERNAL_SERVER_ERROR') })
    await open()
    await region.getByRole('button', { name: 'Log out: Safari on iPhone' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(region.getByText('Safari on iPhone')).toBeVisible()
  })

  it('[ERR-114] are asked for again by a press when they did not come, and what the server said is not told', async () => {
    let isAway = true
    serverOf([here], {
      'GET /api/account/sessions': () => (isAway ? refusal(503, 'INTERNAL_SERVER_ERROR') : { sessions: [here] }),
    })
    await open()
    await expect.element(region.getByText('We could not load your devices')).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    isAway = false
    await region.getByRole('button', { name: 'Try again' }).click()
    await expect.element(region.getByText('This device')).toBeVisible()
  })
})
