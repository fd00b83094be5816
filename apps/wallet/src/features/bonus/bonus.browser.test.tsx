import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { part } from '../../testing/part.ts'

const times = (count: number) =>
  Array.from({ length: count }, () => ({ updatedAt: new Date().toISOString().replace(/\.\d+/, '.000') }))
const userBonus = (count: number, state?: 'armed' | 'granted' | 'ending') => ({
  _id: 'a'.repeat(24),
  isActive: state !== undefined,
  ...(state === undefined ? {} : { state }),
  received: times(count),
})
const bonus = {
  code: 'DAILY10',
  name: 'Ten more a day',
  type: 'day',
  maxReceived: 3,
  percentFail: 20,
  banners: [{ image: '/art/night.svg', html: '<p>Deposit <b>100</b></p>' }],
  userBonus: userBonus(1),
}
const other = { ...bonus, code: 'FIRST20', name: 'First deposit', type: 'limit', maxReceived: 1, userBonus: null }
const none = { status: false, type: null, kind: null, name: null, progress: null }
const held = (state: 'armed' | 'granted' | 'ending', current = 1840) => ({
  status: true,
  type: 'bonus',
  kind: 'day',
  name: 'Ten more a day',
  progress:
    state === 'armed'
      ? { state, base: null, current: null, failBelow: null, passFrom: null }
      : { state, base: 750, current, failBelow: 37.5, passFrom: 2250 },
})

const list = 'GET /api/bonus'
const checkActive = 'GET /api/bonus/check/active'
const clear = 'GET /api/bonus/clear'
const activate = 'GET /api/bonus/activate/DAILY10'

async function open(answers: FakeAnswers, language: 'th' | 'lo' | 'en' = 'en'): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ ...memberAnswers, [list]: { bonuses: [bonus, other] }, ...answers })
  await openApp('/user/bonus', { token: 'good', language })
  return server
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const safe = 'Your money is all there. It is safe to try again.'
const question = page.getByRole('alertdialog')
const card = (name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: part(name) })
const codeField = page.getByLabelText('Promotion code')

/** Presses until it counts: what comes at once is taken for the second half of a double tap. */
async function confirm(name: string, isDone: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      const shown = question.getByRole('button', { name, exact: true }).query()
      if (!isDone() && shown instanceof HTMLElement) shown.click()
      return isDone()
    })
    .toBe(true)
}

beforeEach(clearBrowser)

describe('/user/bonus', () => {
  it.each([
    ['th', 'โบนัส', 'ยังไม่มีโบนัสในขณะนี้'],
    ['lo', 'ໂບນັດ', 'ຍັງບໍ່ມີໂບນັດໃນຂະນະນີ້'],
    ['en', 'Bonus', 'No bonuses right now'],
  ] as const)(
    '[NAV-008] [NAV-026] [GEN-021] [BON-002] has its title, and says in %s that there are none',
    async (...words) => {
      const [language, title, nothing] = words
      await open({ [list]: { bonuses: [] } }, language)
      await expect.element(page.getByRole('banner').getByRole('heading', { name: title })).toBeVisible()
      await expect.element(page.getByRole('heading', { name: nothing })).toBeVisible()
    },
  )

  it('[BON-005] shows a card with its picture for each bonus, by type and count', async () => {
    await open({ [list]: { bonuses: [bonus, { ...other, banners: [] }] } })
    const entries = page.getByRole('main').getByRole('listitem')
    await expect.element(entries.nth(0)).toMatchTextContent('Ten more a dayDailyReceived 1 of 3')
    await expect.element(entries.nth(1)).toMatchTextContent('First depositLimited timesReceived 0 of 1')
    expect(entries.elements()).toHaveLength(2)
    expect(entries.nth(0).element().querySelector('img')?.getAttribute('src')).toMatch(/\/art\/night\.svg$/)
  })

  it('[BON-015] [BON-008] shows one that was received as often as allowed as received; it cannot be pressed', async () => {
    await open({ [list]: { bonuses: [{ ...bonus, userBonus: userBonus(3) }, other] } })
    await expect.element(card('Ten more a day')).toBeDisabled()
    await expect.element(card('Ten more a day')).toMatchTextContent('ReceivedTen more a dayDailyReceived 3 of 3')
    await expect.element(card('First deposit')).toBeEnabled()
  })

  it.each([
    ['BON-016', 'limit', 400, true],
    ['BON-017', 'day', 2, false],
    ['BON-017', 'day', 0, true],
    ['BON-018', 'week', 8, false],
    ['BON-018', 'week', 0, true],
  ] as const)('[%s] counts towards one of type %s what was received %i days ago: %s', async (_, type, days, counts) => {
    // Noon in Bangkok: the day does not end between what is made here and what the page makes of it.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 5) })
    onTestFinished(() => void vi.useRealTimers())
    const updatedAt = new Date(Date.now() - days * 86_400_000).toISOString()
    const once = { ...bonus, type, maxReceived: 1, userBonus: { ...userBonus(0), received: [{ updatedAt }] } }
    await open({ [list]: { bonuses: [once] } })
    await expect.element(card('Ten more a day')).toMatchTextContent(`Received ${counts ? 1 : 0} of 1`)
    await expect.element(card('Ten more a day'))[counts ? 'toBeDisabled' : 'toBeEnabled']()
  })

  it('[BON-007] marks the one that is held as current, and that one only', async () => {
    await open({
      [list]: { bonuses: [{ ...bonus, userBonus: userBonus(3, 'granted') }, other] },
      [checkActive]: held('granted'),
    })
    await expect.element(card('Ten more a day')).toMatchTextContent('CurrentTen more a day')
    await expect.element(card('Ten more a day')).toBeEnabled()
    await expect.element(card('First deposit')).not.toMatchTextContent('Current')
  })

  it('[ERR-114] shows that it waits and that it failed, tells nothing of the server, and tries again', async () => {
    const answers: object[] = [refusal(500, 'INTERNAL_SERVER_ERROR'), { bonuses: [bonus] }]
    await open({ [list]: () => answers.shift() ?? { bonuses: [] } })
    await expect.element(page.getByRole('heading', { name: 'We could not load the bonuses' })).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    await button('Try again').click()
    await expect.element(card('Ten more a day')).toBeVisible()
  })

  it('says when it cannot tell whether a bonus is held, shows the rest, and asks again', async () => {
    const answers: object[] = [refusal(503, 'INTERNAL_SERVER_ERROR')]
    await open({ [checkActive]: () => answers.shift() ?? none })
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not check your active bonus')
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    await expect.element(card('First deposit')).toBeVisible()
    await button('Try again').click()
    await expect.element(codeField).toBeVisible()
  })
})

describe('the code form', () => {
  it('[BON-003] [BON-004] [PRO-012] writes in capitals, and its button looks the code up', async () => {
    const server = await open({
      'GET /api/promotion/find/ABC%201': { promotion: { code: 'ABC 1', percentFail: 7, description: 'Fifty' } },
    })
    await userEvent.type(codeField, 'abc 1')
    await expect.element(codeField).toHaveValue('ABC 1')
    await button('Search').click()
    await expect.element(dialog.getByRole('heading', { name: 'Promotion' })).toBeVisible()
    expect(server.callsTo('GET /api/promotion/find/ABC%201')).toHaveLength(1)
  })

  it('[PRO-011] asks for a code where there is none, and calls nobody', async () => {
    const server = await open({})
    await button('Search').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Fill in this field')
    await userEvent.type(codeField, '   {Enter}')
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(server.calls.filter(({ path }) => path.startsWith('/api/promotion/'))).toEqual([])
  })

  it('[BON-028] [PRO-013] never asks for a minimum, nor for the promotion that is held', async () => {
    const server = await open({ [checkActive]: held('granted') })
    await expect.element(button('End bonus')).toBeVisible()
    const paths = server.calls.map(({ path }) => path)
    expect(paths).not.toContain('/api/bonus/check/minimum')
    expect(paths).not.toContain('/api/promotion/current')
  })
})

describe('a bonus that is held', () => {
  it('[BON-006] stands in place of the code form, with its type and the way out', async () => {
    await open({ [checkActive]: held('armed') })
    const panel = page.getByRole('region', { name: 'Active bonus' })
    await expect.element(panel).toMatchTextContent('Bonus · Daily')
    await expect.element(panel.getByRole('button', { name: 'Cancel bonus' })).toBeVisible()
    await expect.element(panel.getByText('Waiting for your next deposit')).toBeVisible()
    await expect.element(codeField).not.toBeInTheDocument()
  })

  it('[BON-006] is not there when none is held', async () => {
    await open({})
    await expect.element(codeField).toBeVisible()
    await expect.element(button('Cancel bonus')).not.toBeInTheDocument()
    await expect.element(button('End bonus')).not.toBeInTheDocument()
  })

  it.each(['promotion', 'invite', 'refund'] as const)('is told by its type %s where it is no card', async (type) => {
    await open({ [checkActive]: { ...held('granted'), type, kind: null, name: null } })
    const names = { promotion: 'Promotion', invite: 'Invite bonus', refund: 'Refund' }
    await expect.element(page.getByRole('region', { name: 'Active bonus' })).toMatchTextContent(names[type])
  })

  it('shows how far it is to pass and where it is lost', async () => {
    await open({ [checkActive]: held('granted') })
    const panel = page.getByRole('region', { name: 'Active bonus' })
    for (const words of ['Total now฿1,840.00', 'Goal฿2,250.00', '410.00 baht more and all of it is yours']) {
      await expect.element(panel).toMatchTextContent(words)
    }
    await expect.element(panel).toMatchTextContent('Starting amount฿750.00')
    await expect.element(panel).toMatchTextContent('Can be ended when below฿37.50')
    const bar = panel.getByRole('progressbar', { name: 'Bonus progress' })
    await expect.element(bar).toHaveAttribute('aria-valuetext', '1,840.00 of 2,250.00 baht')
    await expect.element(bar).toHaveAttribute('aria-valuenow', '81')
  })

  it.each([
    [2250, 'You reached the goal.', 'You passed.'],
    [30, 'Your total fell below the limit.', 'Up to 30.00 baht of the bonus goes back'],
    [1840, '410.00 baht more', 'If the conditions are not met yet, the bonus stays'],
  ])('at %s says so, and what ending does', async (current, says, asks) => {
    await open({ [checkActive]: held('granted', current) })
    await expect.element(page.getByRole('region', { name: 'Active bonus' })).toMatchTextContent(says)
    await button('End bonus').click()
    await expect.element(question).toMatchTextContent(asks)
  })

  it('[BON-020] is asked about before it is cancelled; a no keeps it', async () => {
    const server = await open({ [checkActive]: held('armed') })
    await button('Cancel bonus').click()
    await expect.element(question).toMatchTextContent('Cancel this bonus?')
    await expect.element(question).toMatchTextContent('you lose nothing')
    await question.getByRole('button', { name: 'Keep bonus' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(button('Cancel bonus')).toBeVisible()
    expect(server.callsTo(clear)).toEqual([])
  })

  it('[BON-021] [ERR-042] goes when its end is confirmed, says so, and the code form is back', async () => {
    let isHeld = true
    const server = await open({
      [checkActive]: () => (isHeld ? held('granted', 20) : none),
      [clear]: () => {
        isHeld = false
        return { message: 'BONUS_CLEAR', status: 'SUCCESS' }
      },
    })
    await button('End bonus').click()
    await confirm('End bonus', () => server.callsTo(clear).length > 0)
    await expect.element(page.getByText('Bonus ended').first()).toBeVisible()
    await expect.element(codeField).toBeVisible()
    expect(server.callsTo(clear)).toHaveLength(1)
    expect(server.callsTo(clear)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['ERR-041', 409, 'BONUS_CONDITION', "You can't end this bonus yet: conditions not met."],
    ['ERR-117', 502, 'TRANSFER_FAIL', 'The money is back'],
  ])('[ERR-117] [%s] says in a dialog why it cannot end, and stays', async (_, status, code, text) => {
    const server = await open({ [checkActive]: held('granted'), [clear]: refusal(status, code) })
    await button('End bonus').click()
    await confirm('End bonus', () => server.callsTo(clear).length > 0)
    const told = page.getByRole('alertdialog', { name: 'Something went wrong' })
    await expect.element(told).toMatchTextContent(text)
    await told.getByRole('button', { name: 'OK' }).click()
    await expect.element(button('End bonus')).toBeVisible()
  })

  it('is shown as ending while it is, without a way out, and its end is told when it has come', async () => {
    let state: 'granted' | 'ending' | 'gone' = 'granted'
    const server = await open({
      [checkActive]: () => (state === 'gone' ? none : held(state)),
      [clear]: () => {
        state = 'ending'
        return { message: 'BONUS_CLEAR', status: 'IN_PROGRESS' }
      },
    })
    await button('End bonus').click()
    await confirm('End bonus', () => server.callsTo(clear).length > 0)
    const panel = page.getByRole('region', { name: 'Active bonus' })
    await expect.element(panel.getByText('Ending your bonus…')).toBeVisible()
    await expect.element(button('End bonus')).not.toBeInTheDocument()
    const toldBefore = page.getByText('Bonus ended').elements().length
    state = 'gone'
    await expect.element(codeField).toBeVisible()
    expect(page.getByText('Bonus ended').elements().length).toBeGreaterThanOrEqual(Math.max(1, toldBefore))
  })

  it('is cleared under one key until there is an answer, whatever was pressed', async () => {
    const answers: (() => object)[] = [
      () => Response.error(),
      () => refusal(500, 'INTERNAL_SERVER_ERROR'),
      () => refusal(409, 'BONUS_CONDITION'),
    ]
    const server = await open({
      [checkActive]: held('granted'),
      [clear]: () => {
        const answer = answers.shift()
        if (answers.length === 2) throw new TypeError('no connection')
        return answer?.() ?? { message: 'BONUS_CLEAR' }
      },
    })
    for (const [index, text] of ['No answer yet.', 'Something broke on our side', 'conditions not met'].entries()) {
      await button('End bonus').click()
      await confirm('End bonus', () => server.callsTo(clear).length > index)
      const told = page.getByRole('alertdialog').filter({ hasText: text }).last()
      await expect.element(told).toBeVisible()
      const isRefused = text === 'conditions not met'
      await expect.element(told).toMatchTextContent(isRefused ? safe : 'it is never done twice')
      expect(told.element().textContent.includes(safe)).toBe(isRefused)
      expect(told.getByRole('heading').element().textContent).toBe(
        isRefused ? 'Something went wrong' : 'Result not known yet',
      )
      const key = server.callsTo(clear).at(-1)?.headers.get('idempotency-key') ?? ''
      await expect.element(told).toMatchTextContent(referenceOf(key))
      await button('OK').click()
      await expect.element(button('OK')).not.toBeInTheDocument()
    }
    const keys = server.callsTo(clear).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    await button('End bonus').click()
    await confirm('End bonus', () => server.callsTo(clear).length === 4)
    expect(server.callsTo(clear)[3]?.headers.get('idempotency-key')).not.toBe(keys[0])
  })
})

describe('the sheet of a bonus', () => {
  it('tells before it is taken what it asks for: the goal, what is locked, and an example in baht', async () => {
    const example = { deposit: 100, bonus: 20, passFrom: 360, failBelow: 6 }
    await open({ [list]: { bonuses: [{ ...bonus, terms: { minDeposit: 100, percentSuccess: 300, example } }] } })
    await card('Ten more a day').click()
    for (const text of ['Example: you deposit 100 baht', 'Deposit + bonus฿100.00 + ฿20.00', 'Goal 300%฿360.00']) {
      await expect.element(dialog).toMatchTextContent(text)
    }
    await expect
      .element(dialog.getByText("Once you have it, you can't deposit or withdraw until it has ended"))
      .toBeVisible()
  })

  it('[BON-009] [BON-010] [BON-011] [BON-012] [CAR-013] shows banners, the notice with the percentage, and a button to receive', async () => {
    const banners = [...bonus.banners, { image: '/art/game-naka.svg', html: '<i>Second</i><script>bad()</script>' }]
    await open({
      [list]: { bonuses: [{ ...bonus, banners }] },
      'GET /api/lookup/notice': { notice: '<p>x %percentFail%</p>' },
    })
    await card('Ten more a day').click()
    await expect.element(dialog.getByRole('heading', { name: 'Ten more a day' }).first()).toBeVisible()
    expect(dialog.element().querySelectorAll('li img')).toHaveLength(2)
    await expect.element(dialog.getByText('Deposit 100')).toBeVisible()
    await expect.element(dialog.getByText('x 20', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Next banner' }).click()
    await expect.element(dialog.getByText('Second')).toBeVisible()
    expect(document.querySelector('dialog script')).toBeNull()
    await expect.element(dialog.getByRole('button', { name: 'Choose this bonus' })).toBeEnabled()
  })

  it('says the percentage in its own words where the notice cannot be had', async () => {
    await open({ 'GET /api/lookup/notice': refusal(500, 'INTERNAL_SERVER_ERROR') })
    await card('Ten more a day').click()
    await expect.element(dialog.getByText(part('falls below 20% of the starting amount'))).toBeVisible()
  })

  it('[BON-013] has a button that takes note where the bonus is held already', async () => {
    await open({
      [list]: { bonuses: [{ ...bonus, userBonus: userBonus(1, 'granted') }, other] },
      [checkActive]: held('granted'),
    })
    await card('Ten more a day').click()
    await expect.element(dialog.getByRole('button', { name: 'Choose this bonus' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('[BON-001] [BON-019] makes the card current with the answer, without a full reload, once for a double tap', async () => {
    const answer = Promise.withResolvers<object>()
    let isHeld = false
    const server = await open({
      // The list that is asked again never answers: what the card shows is the answer of the call.
      [list]: () => (isHeld ? new Promise<object>(() => undefined) : { bonuses: [bonus, other] }),
      [checkActive]: () => (isHeld ? held('armed') : none),
      [activate]: () => answer.promise,
    })
    await card('Ten more a day').click()
    const receive = dialog.getByRole('button', { name: 'Choose this bonus' })
    await userEvent.dblClick(receive)
    await expect.element(dialog.getByRole('button', { name: 'Receiving…' })).toBeDisabled()
    isHeld = true
    answer.resolve({ userBonus: userBonus(2, 'armed') })
    await expect.element(page.getByText('Bonus chosen. Deposit to receive it.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(card('Ten more a day')).toMatchTextContent('CurrentTen more a dayDailyWaiting for a deposit')
    expect(server.callsTo(activate)).toHaveLength(1)
    expect(server.callsTo(activate)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['ERR-039', 'BONUS_ALREADY_ACTIVE', 'You already have an active bonus.'],
    ['ERR-040', 'BONUS_MAX_CLAIMED', 'You have reached the limit for this bonus.'],
  ])('[%s] [ERR-093] tells the refusal %s in a dialog', async (_, code, text) => {
    const server = await open({ [checkActive]: held('granted'), [activate]: refusal(409, code) })
    await card('Ten more a day').click()
    await expect.element(dialog.getByText(part('You are using Ten more a day.'))).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose this bonus' }).click()
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text)
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(safe)
    expect(server.callsTo(activate)).toHaveLength(1)
  })
})
