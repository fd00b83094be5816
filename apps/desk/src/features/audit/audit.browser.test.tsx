import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { agentBoun, someStaff } from '../../testing/desk.fixture.ts'
import { fakeDesk, openRoomId, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('the audit', () => {
  it('shows who did what, when and where, page by page', async () => {
    const row = {
      _id: 'audit000000000000000000001',
      at: '2026-11-21T14:04:37.000Z',
      actor: `agent:${agentBoun._id}`,
      agent: agentBoun,
      deed: 'take-over',
      roomId: openRoomId,
      address: null,
      memberId: null,
      before: {},
      reason: null,
      after: { from: 'มะลิ' },
    }
    const command = {
      ...row,
      _id: 'audit2',
      actor: 'cli:root',
      agent: null,
      deed: 'agent-added',
      roomId: null,
      after: {},
    }
    const desk = fakeDesk({
      'GET /api/desk/audit': ({ query }) =>
        query.has('after')
          ? { rows: [{ ...row, _id: 'audit3' }], count: 31, next: null }
          : { rows: [row, command], count: 31, next: 'the 30th' },
    })
    await openDesk('#/audit')
    const rows = page.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent('21/11/2026 21:04:37บุญมีTook overfrom มะลิOpen')
    await expect.element(rows.nth(2)).toMatchTextContent('Command on the serverStaff account added')
    await button('Show more').click()
    await expect.poll(() => desk.callsTo('GET /api/desk/audit').at(-1)?.query.get('after')).toBe('the 30th')
    await page.getByRole('link', { name: 'Open' }).first().click()
    await expect.poll(() => location.hash).toBe(`#/inbox/open/${openRoomId}`)
  })

  it('[OFC-012] is narrowed by who, what, about whom and when', async () => {
    const found = { memberId: 'm1', memberNo: '48160787', name: 'Wirat Ka', phone: '••• 1234', why: 'memberNo' }
    const desk = fakeDesk({
      'GET /api/desk/staff': { staff: someStaff },
      'GET /api/desk/search': { rows: [found, { ...found, memberId: 'm2' }] },
    })
    await openDesk('#/audit', { roles: ['AUDITOR'] })
    await page.getByLabelText('Who').selectOptions(`agent:${agentBoun._id}`)
    await page.getByLabelText('What').selectOptions('Claimed')
    await page.getByLabelText('From').fill('2026-11-01')
    await page.getByLabelText('To', { exact: true }).fill('2026-11-24')
    await page.getByLabelText('About member').fill('48160787')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('No single member matches')).toBeVisible()
    desk.answer({ 'GET /api/desk/search': { rows: [found] } })
    await page.getByLabelText('About member').fill('48160787 ')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText('About member')).toHaveValue('Wirat Ka · 48160787')
    const asked = () => Object.fromEntries(desk.callsTo('GET /api/desk/audit').at(-1)?.query ?? [])
    const narrowed = { actor: `agent:${agentBoun._id}`, deed: 'claim', from: '2026-11-01', to: '2026-11-24' }
    await expect.poll(asked).toEqual({ ...narrowed, memberId: 'm1' })
    await expect.element(page.getByText('No entries match the filters')).toBeVisible()
    await button('Clear').click()
    await expect.element(page.getByLabelText('About member')).toHaveValue('')
    await page.getByLabelText('To', { exact: true }).fill('2026-11-23')
    await expect.poll(asked).toEqual({ ...narrowed, to: '2026-11-23' })
  })

  it('[OFC-012] is narrowed by one press to money, personal data, two persons or today, and goes along as a file by E with a reason', async () => {
    const taken = 'POST /api/desk/audit/export'
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [taken]: refusal(422, 'NO_DATA') })
    await openDesk('#/audit', { roles: ['AUDITOR'] })
    const asked = () => Object.fromEntries(desk.callsTo('GET /api/desk/audit').at(-1)?.query ?? [])
    await button('Money').click()
    await expect.poll(asked).toEqual({ of: 'money' })
    await button('Two people').click()
    await expect.poll(asked).toEqual({ of: 'two' })
    await button('Today').click()
    await expect.poll(() => Object.keys(asked())).toEqual(['of', 'from', 'to'])
    await button('Two people').click()
    await button('Today').click()
    await expect.element(button('Today')).toHaveAttribute('aria-pressed', 'false')
    await button('Personal data').click()
    await expect.element(button('Personal data')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('e')
    await page.getByRole('button', { name: 'Download' }).click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    await page.getByLabelText('What the file is for').fill('the auditor asks')
    await page.getByRole('button', { name: 'Download' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('There are more than 100,000 rows')
    desk.answer({ [taken]: { name: 'krapao-audit.csv', csv: 'at\r\n', rows: 0 } })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsTo(taken).map(({ body }) => body)).toEqual([
      { of: 'personal', reason: 'the auditor asks' },
      { of: 'personal', reason: 'the auditor asks' },
    ])
  })

  it('[OFC-012] asks who reads his own deeds alone for nobody’s name', async () => {
    const desk = fakeDesk()
    await openDesk('#/audit', { roles: ['SUPPORT'] })
    await expect.element(page.getByLabelText('What')).toBeVisible()
    expect(page.getByLabelText('Who').elements()).toEqual([])
    expect(page.getByLabelText('About member').elements()).toEqual([])
    expect(desk.callsTo('GET /api/desk/staff')).toEqual([])
  })
})
