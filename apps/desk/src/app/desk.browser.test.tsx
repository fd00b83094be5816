import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../ui/base.css'
import {
  agentBoun,
  agentMali,
  aGuestRoom,
  aRoom,
  guestRoomId,
  secondsAgo,
  someReplies,
  someStaff,
} from '../testing/desk.fixture.ts'
import { fakeDesk, openRoom, openRoomId, refusal } from '../testing/fake-desk.ts'
import { openDesk } from '../testing/open-desk.tsx'

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

describe('the inbox', () => {
  const waiting = aGuestRoom()
  const held = aRoom({ state: 'held', agent: agentBoun, waitingSince: null, unread: 0 })
  const inbox = { rooms: [waiting, held], next: null, counts: { waiting: 7, mine: 1, open: 31 } }

  it('has a box with a count for what waits, what is mine and what is open, and one for what has ended', async () => {
    const desk = fakeDesk({ 'GET /api/desk/inbox': inbox })
    await openDesk()
    for (const name of ['Waiting 7', 'Mine 1', 'Open 31', 'Ended']) {
      await expect.element(page.getByRole('tab', { name })).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Ended' }).click()
    await expect.poll(() => desk.callsTo('GET /api/desk/inbox').at(-1)?.query.get('box')).toBe('ended')
  })

  it('shows of each room who it is, the last words, how long somebody waits and what is unread', async () => {
    fakeDesk({ 'GET /api/desk/inbox': inbox })
    await openDesk()
    const rows = page.getByRole('listitem')
    await expect
      .poll(() => rows.first().element().textContent)
      .toMatch(/Guest Y3EA.*0\d:\d\d.*Waiting for 0\d:\d\d.*ສະບາຍດີ.*1 unread.*Guest/)
    await expect
      .poll(() => rows.nth(1).element().textContent)
      .toMatch(/สมชาย ใจดี.*ฝากเงินแล้วยอดยังไม่เข้าครับ.*Member · 0812345678.*บุญมี/)
    await expect.poll(() => document.title).toBe('(7) Krapao back office')
  })

  it('counts the time of waiting on, by the clock of the server', async () => {
    const soon = new Date(Date.now() + 60_000).toUTCString()
    fakeDesk({
      'GET /api/desk/inbox': () =>
        Response.json({ ...inbox, rooms: [aGuestRoom({ waitingSince: secondsAgo(0) })] }, { headers: { date: soon } }),
    })
    await openDesk()
    const row = page.getByRole('listitem').first()
    await expect.poll(() => row.element().textContent).toMatch(/01:0\d|00:5\d/)
    const before = row.element().textContent
    await expect.poll(() => row.element().textContent).not.toBe(before)
  })

  it('is asked again when the server hints at a change, and after each time without a connection', async () => {
    const desk = fakeDesk({ 'GET /api/desk/inbox': inbox })
    const line = await openDesk()
    const count = (): number => desk.callsTo('GET /api/desk/inbox').length
    await expect.poll(() => count()).toBeGreaterThan(0)
    await expect.element(page.getByText('Live')).toBeVisible()
    const atFirst = count()
    line.hint({ roomId: guestRoomId, seq: 4 })
    await expect.poll(() => count()).toBeGreaterThan(atFirst)
    line.lose()
    await expect.element(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
    const whileLost = count()
    line.stand()
    await expect.poll(() => count()).toBeGreaterThan(whileLost)
    await expect.element(page.getByText('Connection lost. Reconnecting…')).not.toBeInTheDocument()
  })

  it('finds rooms by words, and more of them behind the last', async () => {
    // While the second page is asked for, who waits has moved behind the others.
    const desk = fakeDesk({ 'GET /api/desk/inbox': { ...inbox, next: 'moved.one' } })
    await openDesk()
    await button('Show more').click()
    const last = (key: string) => desk.callsTo('GET /api/desk/inbox').at(-1)?.query.get(key)
    await expect.poll(() => last('after')).toBe('moved.one')
    await expect.element(button('Show more')).toBeEnabled()
    expect(page.getByRole('listitem').elements()).toHaveLength(2)
    await page.getByLabelText('Find a name or phone number').fill('สม')
    await expect.poll(() => [last('find'), last('after')]).toEqual(['สม', null])
  })

  it('says so where nobody waits, and where it could not be fetched', async () => {
    fakeDesk({ 'GET /api/desk/inbox': { rooms: [], next: null, counts: { waiting: 0, mine: 0, open: 0 } } })
    await openDesk()
    await expect.element(page.getByText('No one is waiting')).toBeVisible()
  })
})

describe('the keyboard', () => {
  it('opens boxes, the longest wait, the next room, the message field and the list of its keys', async () => {
    const rooms = [aGuestRoom(), aRoom()]
    const desk = fakeDesk({ 'GET /api/desk/inbox': { rooms, next: null, counts: { waiting: 2, mine: 0, open: 2 } } })
    await openDesk()
    await expect.element(page.getByRole('listitem').first()).toBeVisible()
    await userEvent.keyboard('{Alt>}n{/Alt}')
    await expect.poll(() => location.hash).toBe(`#/inbox/waiting/${guestRoomId}`)
    await userEvent.keyboard('{Alt>}j{/Alt}')
    await expect.poll(() => location.hash).toBe(`#/inbox/waiting/${openRoomId}`)
    await expect.element(page.getByRole('textbox', { name: 'Write to the customer' })).toBeVisible()
    await userEvent.keyboard('{Alt>}m{/Alt}')
    await expect.element(page.getByRole('textbox', { name: 'Write to the customer' })).toHaveFocus()
    await userEvent.keyboard('{Alt>}r{/Alt}')
    await expect.element(page.getByLabelText('Find a reply')).toHaveFocus()
    await userEvent.keyboard('{Alt>}3{/Alt}')
    await expect.element(page.getByRole('tab', { name: 'Open 2' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Alt>}h{/Alt}')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsTo(`POST ${openRoom}/claim`)).toHaveLength(0)
  })

  it('[OFC-001] goes to a place by G and its letter, shows all keys by ?, and leaves letters to whoever writes', async () => {
    fakeDesk()
    await openDesk(`#/inbox/mine/${openRoomId}`)
    const field = page.getByRole('textbox', { name: 'Write to the customer' })
    await field.fill('')
    await userEvent.keyboard('gy?')
    await expect.element(field).toHaveValue('gy?')
    expect(location.hash).toBe(`#/inbox/mine/${openRoomId}`)
    await page.getByRole('main').element().focus()
    await userEvent.keyboard('gy')
    await expect.element(page.getByRole('heading', { name: 'Canned replies' })).toBeVisible()
    await userEvent.keyboard('{Shift>}?{/Shift}')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await userEvent.keyboard('ga')
    expect(location.hash).toBe('#/replies')
    await userEvent.keyboard('{Escape}')
  })

  it('does nothing by single letters for who turned them off in his account', async () => {
    fakeDesk()
    await openDesk('#/replies')
    await button(/Your account/).click()
    await page.getByRole('switch', { name: 'Single-letter shortcuts' }).click()
    await button('Close').click()
    await userEvent.keyboard('ga')
    expect(location.hash).toBe('#/replies')
    await button(/Your account/).click()
    await page.getByRole('switch', { name: 'Single-letter shortcuts' }).click()
    await button('Close').click()
    await userEvent.keyboard('ga')
    await expect.poll(() => location.hash).toBe('#/audit')
  })
})

describe('the three languages', () => {
  it('[OFC-063] are changed in place and kept', async () => {
    fakeDesk()
    await openDesk()
    await page.getByLabelText('Language').selectOptions('ລາວ')
    await expect.element(page.getByRole('link', { name: 'ຄຳຕອບສຳເລັດຮູບ' })).toBeVisible()
    expect([document.documentElement.lang, localStorage.getItem('desk-language')]).toEqual(['lo', 'lo'])
  })
})

describe('the canned replies', () => {
  it('are written in three languages, each needed, and kept', async () => {
    const saved = { _id: 'reply000000000000000000009', title: 'Bye', th: 'ก', lo: 'ກ', en: 'b' }
    const desk = fakeDesk({ 'POST /api/desk/replies': { reply: saved } })
    await openDesk('#/replies')
    await button('Add reply').click()
    await page.getByLabelText('Title').fill('Bye')
    await page.getByLabelText('Thai').fill('ก')
    await page.getByLabelText('Lao').fill('ກ')
    await button('Save').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Fill in this field')
    expect(desk.callsTo('POST /api/desk/replies')).toHaveLength(0)
    await page.getByLabelText('English').fill('b')
    await button('Save').click()
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    expect(desk.callsTo('POST /api/desk/replies')[0]?.body).toEqual({ title: 'Bye', th: 'ก', lo: 'ກ', en: 'b' })
  })

  it('are changed, and removed after a question', async () => {
    const [first] = someReplies
    const desk = fakeDesk({
      [`PUT /api/desk/replies/${first!._id}`]: ({ body }) => ({ reply: { _id: first!._id, ...(body as object) } }),
      [`DELETE /api/desk/replies/${first!._id}`]: { code: 'OK' },
    })
    await openDesk('#/replies')
    await button(/ทักทาย/).click()
    await page.getByLabelText('English').fill('Good evening')
    await button('Save').click()
    await expect
      .poll(() => desk.callsTo(`PUT /api/desk/replies/${first!._id}`)[0]?.body)
      .toMatchObject({ en: 'Good evening' })
    await button('Remove this reply').click()
    const question = page.getByRole('alertdialog', { name: 'Remove “ทักทาย”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(desk.callsTo(`DELETE /api/desk/replies/${first!._id}`)).toHaveLength(0)
    await button('Remove this reply').click()
    await question.getByRole('button', { name: 'Remove this reply' }).click()
    await expect.poll(() => desk.callsTo(`DELETE /api/desk/replies/${first!._id}`)).toHaveLength(1)
    await expect.element(page.getByText('Choose a reply to edit')).toBeVisible()
  })
})

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

describe('roles at the desk', () => {
  it('show an agent the pages that his roles include, and say so of the others', async () => {
    const desk = fakeDesk()
    await openDesk('', { roles: ['PAYMENTS'] })
    await expect.element(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    const names = page.getByRole('navigation').getByRole('link')
    expect(names.elements().map((link) => link.getAttribute('title'))).toEqual([
      'Today',
      'To decide',
      'Members',
      'Proposals',
      'Bonuses',
      'Content',
      'Reports',
      'Reconciliation',
      'Release rules',
      'Settings',
      'Audit log',
    ])
    location.hash = '#/inbox/waiting'
    await expect.element(page.getByText('Your roles do not include this page')).toBeVisible()
    expect(desk.callsTo('GET /api/desk/inbox')).toEqual([])
    await button(/Your account/).click()
    await expect.element(page.getByRole('dialog').getByText('Payments')).toBeVisible()
  })

  it('let owners and auditors look on where support answers', async () => {
    fakeDesk()
    await openDesk(`#/inbox/open/${openRoomId}`, { roles: ['AUDITOR'] })
    await expect.element(page.getByText('Your roles let you read conversations only.')).toBeVisible()
    expect(button('End').elements()).toEqual([])
    expect(page.getByRole('textbox', { name: /Message/ }).elements()).toEqual([])
    location.hash = '#/replies'
    await expect.element(page.getByRole('heading', { level: 1, name: 'Canned replies' })).toBeVisible()
    await button(/ทักทาย/).click()
    await expect.element(page.getByLabelText('Thai')).toHaveAttribute('readonly')
    expect(button('Save').elements()).toEqual([])
    expect(button(/Add/).elements()).toEqual([])
  })

  it('change what is shown when they change while he works', async () => {
    const desk = fakeDesk()
    const line = await openDesk()
    await expect.element(page.getByRole('link', { name: 'Chats' })).toBeVisible()
    desk.answer({ 'GET /api/desk/me': { agent: { ...agentMali, roles: ['OWNER'] } } })
    line.lose()
    line.stand()
    await expect.element(page.getByRole('link', { name: 'Staff' })).toBeVisible()
  })

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

  it('[OFC-003] and what each may do stands in a table', async () => {
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

  it('and accounts end by an owner’s word, who is asked first', async () => {
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

describe('a call that wants a fresh second factor', () => {
  const path = `PUT /api/desk/staff/${agentBoun._id}/roles`
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  const ask = async () => {
    await openDesk('#/staff', { roles: ['OWNER', 'PAYMENTS'] })
    await button(`Change roles of ${agentBoun.name}`).click()
    await page.getByRole('checkbox', { name: 'Payments' }).click()
    await button('Save roles').click()
    await expect.element(dialog).toBeVisible()
  }

  it('[OFC-007] asks for a code, says when it is wrong with what was typed still there, and goes on', async () => {
    const changed = { ...someStaff[1], roles: ['PAYMENTS', 'SUPPORT'] }
    const desk = fakeDesk({
      'GET /api/desk/staff': { staff: someStaff },
      [path]: refusal(403, 'STEP_UP'),
      'POST /api/desk/step-up': refusal(422, 'OTP_CODE_INVALID'),
    })
    await ask()
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Enter all 6 digits')
    await dialog.getByLabelText(/6-digit code/).fill('123456')
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(dialog.getByLabelText(/6-digit code/)).toHaveValue('123456')
    desk.answer({
      'POST /api/desk/step-up': () => {
        desk.answer({ [path]: { agent: changed }, 'GET /api/desk/staff': { staff: [someStaff[0], changed] } })
        return { freshUntil: new Date().toISOString() }
      },
    })
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(page.getByRole('cell', { name: 'Payments, Support' })).toBeVisible()
    expect(dialog.elements()).toEqual([])
    const roles = { roles: ['PAYMENTS', 'SUPPORT'] }
    expect(desk.callsTo(path).map(({ body }) => body)).toEqual([roles, roles])
    expect(desk.callsTo('POST /api/desk/step-up').at(-1)?.body).toEqual({ totp: '123456' })
  })

  it('[OFC-007] is not made when no code is given, and what was chosen stays', async () => {
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [path]: refusal(403, 'STEP_UP') })
    await ask()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Confirm that it is you first.')
    await expect.element(page.getByRole('checkbox', { name: 'Payments' })).toBeChecked()
    expect(desk.callsTo(path)).toHaveLength(1)
  })
})
