import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { agentBoun, someStaff } from '../../testing/desk.fixture.ts'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const path = `/api/desk/staff/${agentBoun._id}`
const end = `POST ${path}/end-sessions`
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const without = { ...someStaff[1], sessions: [] }

describe('sessions and second factors of the staff', () => {
  it('[OFC-005] show who is logged in where and since when, and end one', async () => {
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [end]: { agent: without } })
    await openDesk('#/staff', { roles: ['OWNER'] })
    await page.getByRole('tab', { name: 'Sessions 3' }).click()
    const rows = page.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent('มะลิ This one')
    await expect
      .element(rows.nth(2))
      .toMatchTextContent('บุญมีChrome on Windows10.0.0.924/11/2026 10:04:0524/11/2026 12:06:0724/11/2026 22:04:05')
    await expect.element(rows.nth(3)).toMatchTextContent('Unknown device')
    // One's own ends by the way out alone.
    expect(rows.nth(1).getByRole('button').elements()).toEqual([])
    desk.answer({ 'GET /api/desk/staff': { staff: [someStaff[0], without] } })
    await button('End: บุญมี, Chrome on Windows').click()
    await expect.element(page.getByText('Logged out', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Sessions 1' })).toBeVisible()
    expect(desk.callsTo(end).map(({ body }) => body)).toEqual([{ sessionId: 'boun-one' }])
  })

  it('[OFC-005] end all of somebody after a question; what is refused is said', async () => {
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [end]: refusal(403, 'FORBIDDEN') })
    await openDesk('#/staff', { roles: ['OWNER'] })
    await button('Log out: บุญมี, everywhere').click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(desk.callsTo(end)).toEqual([])
    await button('Log out: บุญมี, everywhere').click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByText('Your roles do not let you do this.')).toBeVisible()
    expect(desk.callsTo(end).map(({ body }) => body)).toEqual([{ sessionId: null }])
  })

  it('[OFC-005] tell how old a key is, when it was used, and that somebody has never come', async () => {
    const [first, second] = someStaff
    const factor = { ...second?.factor, passwordUntil: '2026-01-01T00:00:00.000Z' }
    fakeDesk({ 'GET /api/desk/staff': { staff: [first, { ...second, factor }] } })
    await openDesk('#/staff', { roles: ['AUDITOR'] })
    await expect.element(page.getByRole('cell', { name: /^6-digit codes since 02\/03\/2026/ })).toBeVisible()
    await expect.element(page.getByText('First password has expired')).toBeVisible()
    // Who looks on ends nothing.
    expect(page.getByRole('button', { name: /everywhere|Disable/ }).elements()).toEqual([])
  })
})
