import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../ui/base.css'
import { agentMali, aGuestRoom, aRoom, guestRoomId } from '../testing/desk.fixture.ts'
import { fakeDesk, openRoom, openRoomId } from '../testing/fake-desk.ts'
import { openDesk } from '../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

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
    const keys = [...document.querySelectorAll('.letter')]
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => key.checkVisibility())).toEqual([])
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
})
