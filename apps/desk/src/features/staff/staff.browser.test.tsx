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

describe('the roles of staff', () => {
  it('are given by an owner who has them, and what is refused is said with what was chosen still there', async () => {
    const staff = { staff: someStaff }
    const path = `/api/desk/staff/${agentBoun._id}`
    const desk = fakeDesk({ 'GET /api/desk/staff': staff, [`PUT ${path}/roles`]: refusal(403, 'FORBIDDEN') })
    await openDesk('#/staff', { roles: ['OWNER', 'PAYMENTS'], language: 'lo' })
    await button(`ປ່ຽນບົດບາດຂອງ ${agentBoun.name}`).click()
    await expect.element(page.getByRole('checkbox', { name: /ຄວາມສ່ຽງ/ })).toBeDisabled()
    await page.getByRole('checkbox', { name: /ການເງິນ/ }).click()
    await button('ບັນທຶກບົດບາດ').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('ບົດບາດຂອງທ່ານບໍ່ມີສິດເຮັດລາຍການນີ້')
    await expect.element(page.getByRole('checkbox', { name: /ການເງິນ/ })).toBeChecked()
    const changed = { ...someStaff[1], roles: ['PAYMENTS', 'SUPPORT'] }
    desk.answer({
      [`PUT ${path}/roles`]: { agent: changed },
      'GET /api/desk/staff': { staff: [someStaff[0], changed] },
    })
    await button('ບັນທຶກບົດບາດ').click()
    await expect.element(page.getByRole('cell', { name: 'ການເງິນ, ແຊັດ' })).toBeVisible()
    expect(desk.callsTo(`PUT ${path}/roles`).map(({ body }) => body)).toEqual([
      { roles: ['PAYMENTS', 'SUPPORT'] },
      { roles: ['PAYMENTS', 'SUPPORT'] },
    ])
  })

  it('[OFC-003] stand in a table, with what each may do', async () => {
    fakeDesk({ 'GET /api/desk/staff': { staff: someStaff } })
    await openDesk('#/staff', { roles: ['AUDITOR'] })
    const matrix = page.getByRole('region', { name: 'What each role may do' })
    const marks = (deed: string) =>
      matrix
        .getByRole('row', { name: new RegExp(`^${deed}`) })
        .getByRole('img')
        .elements()
        .map((mark) => mark.getAttribute('aria-label'))
    await expect.element(matrix).toBeVisible()
    // Owner, payments, risk, support, marketing, auditor.
    expect(marks('Answer chats')).toEqual([
      'not allowed',
      'not allowed',
      'not allowed',
      'allowed',
      'not allowed',
      'not allowed',
    ])
    expect(marks('View members')).toEqual(['allowed', 'allowed', 'allowed', 'allowed', 'not allowed', 'allowed'])
  })

  it('end with the account by an owner’s word, who is asked first', async () => {
    const path = `POST /api/desk/staff/${agentBoun._id}/disable`
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [path]: refusal(409, 'LAST_OWNER') })
    await openDesk('#/staff', { roles: ['OWNER'] })
    await button(`Disable ${agentBoun.name}`).click()
    expect(desk.callsTo(path)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable', exact: true }).click()
    await expect.element(page.getByText('There must be at least one owner.')).toBeVisible()
    expect(desk.callsTo(path)).toHaveLength(1)
  })
})
