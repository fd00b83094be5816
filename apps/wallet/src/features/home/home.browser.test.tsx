import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { storageKeys } from '../../lib/storage-keys.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { gameSlot } from '../../testing/game-slot.ts'
import { memberAnswers, memberHome } from '../../testing/member-answers.ts'
import { beginAgreed } from '../../testing/member-sheet.ts'
import { arriveAt, openApp } from '../../testing/open-app.tsx'

const tiles = page.getByRole('list', { name: 'Services' })
const purse = page.getByRole('region', { name: 'Total balance' })

async function open(amount = 320): Promise<ReturnType<typeof fakeServer>> {
  const invite = { amount, success: 200, fail: 10 }
  const server = fakeServer({ ...memberAnswers, 'GET /api/wallet/home': { ...memberHome, invite } })
  await openApp('/user/home', { token: 'good' })
  await expect.element(purse.getByText('Invite bonus', { exact: false })).toBeVisible()
  return server
}

beforeEach(beginAgreed)

describe('home', () => {
  it('[HOM-010] has exactly six tiles', async () => {
    await open()
    const names = tiles.getByRole('button').elements()
    expect(names.map((one) => one.textContent)).toEqual([
      'Deposit',
      'Refresh games',
      'Withdraw',
      'Invite',
      'Bonus',
      'Refund',
    ])
  })

  it('[HOM-007] [HOM-008] shows the invite bonus with a button, which asks with its conditions', async () => {
    const server = await open()
    await expect.element(purse).toMatchTextContent('฿320.00')
    await purse.getByRole('button', { name: 'Receive' }).click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toMatchTextContent('320.00 baht goes to your main wallet')
    await expect.element(question).toMatchTextContent('200%')
    await expect.element(question).toMatchTextContent('10%')
    expect(server.callsTo('POST /api/invite/receive')).toEqual([])
  })

  it('[PPR-012] [PPR-021] of who takes part no more keeps the purse and the ways out, and says until when', async () => {
    const net = [1, 7, 30, 365, null].map((days) => ({ days, deposits: 0, withdrawals: 0, results: 0 }))
    const exclusion = { kind: 'self-exclusion', since: '2026-11-22T02:14:00.000Z', until: '2099-05-22T02:14:00.000Z' }
    const server = fakeServer({
      ...memberAnswers,
      'GET /api/wallet/home': { ...memberHome, protection: { isExcluded: true, hasLimits: false } },
      'GET /api/protection': {
        limits: [],
        exclusion: { ...exclusion, ending: null },
        locked: 0,
        realityCheckMinutes: 60,
        help: '<p><a href="tel:1323">Hotline 1323</a></p>',
        net,
      },
      'GET /api/lookup/withdraw': { withdrawMin: 100, withdrawMax: 50_000, info: '' },
      'POST /api/wallet/withdrawAll': ({ body }) => ({
        _id: 'w'.repeat(24),
        status: 'IN_PROGRESS',
        amount: (body as { amount: number }).amount,
        wallet: { amount: 1499 },
      }),
    })
    await openApp('/user/home', { token: 'good' })
    const card = page.getByRole('region', { name: 'You have excluded yourself' })
    await expect.element(card).toMatchTextContent(/Until 22\/05\/2099 09:14 · \d+ days left/)
    await expect.element(card.getByRole('link', { name: 'Hotline 1323' })).toHaveAttribute('href', 'tel:1323')
    await expect.element(card).toMatchTextContent('Withdrawing, your history and support work as usual')
    await expect.element(purse).toMatchTextContent('Kept for you')
    expect(purse.getByRole('button', { name: /Receive|Transfer|Deposit/ }).elements()).toEqual([])
    const closed = tiles.getByRole('button', { disabled: true }).elements()
    expect(closed.map(({ textContent }) => textContent)).toEqual(['Deposit', 'Invite', 'Bonus', 'Refund'])
    expect(page.getByRole('heading', { name: 'Slots' }).elements()).toEqual([])
    // The operator's least does not bind him.
    await tiles.getByRole('button', { name: 'Withdraw' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox').fill('1')
    await sheet.getByRole('button', { name: 'Continue' }).click()
    // What comes at once after the first step is taken for the second half of a double tap.
    await expect
      .poll(() => {
        const confirm = sheet.getByRole('button', { name: 'Withdraw ฿1.00' }).query()
        if (confirm instanceof HTMLElement) confirm.click()
        return server.callsTo('POST /api/wallet/withdrawAll').map(({ body }) => body)
      })
      .toEqual([{ amount: 1 }])
  })

  it.each([
    [10, 5, '50.00 credits'],
    [10, 0.1, '1.00 credits'],
  ])('[CAR-009] [CAR-010] shows a balance of %d at a factor of %d on its card, as %s too', async (...given) => {
    const [amount, ftWalletSlot, credits] = given
    const slot = gameSlot({ code: 'SLOTXO', name: 'Naka', amount, ftWalletSlot })
    fakeServer({
      ...memberAnswers,
      'GET /api/wallet/home': { ...memberHome, slots: [slot] },
      'GET /api/wallet/refresh/slot': {
        wallet: memberHome.wallet,
        slots: [{ code: 'SLOTXO', amount, isActive: true, stale: false }],
      },
    })
    await openApp('/user/home', { token: 'good' })
    const card = page.getByRole('main').getByRole('listitem').getByRole('button', { name: /Naka/ })
    await expect.element(card).toMatchTextContent('10.00')
    await expect.element(card).toMatchTextContent(credits)
  })

  it('says of what was sent without an answer that nobody knows, and leads to where it is asked', async () => {
    const sent = { key: 'k', from: 'WALLET', to: 'PG', amountMinor: 250_00, sentAtMs: Date.now(), isUnderWay: false }
    const keep = (key: string, memberId: string): void =>
      sessionStorage.setItem(key, JSON.stringify({ ...sent, memberId }))
    keep(storageKeys.sentTransfer, 'somebody else')
    keep(storageKeys.sentWithdrawal, memberHome.profile._id)
    await open()
    const unsettled = page.getByRole('region', { name: 'Result not known yet' })
    await expect.element(unsettled).toMatchTextContent('Withdraw')
    await expect.element(unsettled).toMatchTextContent('250.00')
    expect(unsettled.elements()).toHaveLength(1)
    await unsettled.getByRole('button', { name: 'See the result' }).click()
    const sheet = page.getByRole('dialog', { name: 'Result not known yet' })
    await expect.element(sheet.getByRole('button', { name: 'Check the result' })).toBeVisible()
  })

  it('keeps the number of its age with what it counts', async () => {
    fakeServer(memberAnswers)
    await openApp('/user/home', { token: 'good', language: 'lo' })
    const age = page.getByText(/^\d+ ວິນາທີກ່ອນ$/).first()
    await expect.element(age).toBeInTheDocument()
    expect(getComputedStyle(age.element()).display).toBe('inline-block')
  })

  it('[HOM-008] has that button where nothing waits too: its conditions are asked, and the server says that there is none', async () => {
    const invite = { amount: 0, success: 200, fail: 10 }
    const receive = 'POST /api/invite/receive'
    const server = fakeServer({
      ...memberAnswers,
      'GET /api/wallet/home': { ...memberHome, invite },
      [receive]: refusal(409, 'NO_INVITE_BONUS'),
    })
    await openApp('/user/home', { token: 'good' })
    await expect.element(purse).toMatchTextContent('฿0.00')
    await purse.getByRole('button', { name: 'Receive' }).click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toMatchTextContent('200%')
    await expect
      .poll(() => {
        const shown = question.getByRole('button', { name: 'Receive bonus' }).query()
        if (server.callsTo(receive).length === 0 && shown instanceof HTMLElement) shown.click()
        return server.callsTo(receive).length
      })
      .toBe(1)
    const told = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect.element(told).toMatchTextContent('No invite bonus to receive yet.')
  })

  it('[ERR-115] says nothing of games that could not be read: no message, and the loader goes', async () => {
    let isDown = false
    const refresh = 'GET /api/wallet/refresh/slot'
    const server = fakeServer({
      ...memberAnswers,
      [refresh]: () => (isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { wallet: memberHome.wallet, slots: [] }),
    })
    await openApp('/user/home', { token: 'good' })
    await expect.poll(() => server.callsTo(refresh).length).toBe(1)
    isDown = true
    const tile = tiles.getByRole('button', { name: 'Refresh games' })
    await tile.click()
    await expect.poll(() => server.callsTo(refresh).length).toBe(2)
    await expect.element(purse).toMatchTextContent('As of')
    await expect.element(tile).toBeEnabled()
    await expect.element(page.getByText(/broke on our side/)).not.toBeInTheDocument()
  })

  it('[HOM-015] leads to the bonus page by its tile', async () => {
    await open()
    await tiles.getByRole('button', { name: 'Bonus' }).click()
    await arriveAt('/user/bonus')
  })

  it('[HOM-014] [HOM-016] opens invites and refunds by their tiles', async () => {
    await open()
    for (const name of ['Invite', 'Refund']) {
      await tiles.getByRole('button', { name }).click()
      const sheet = page.getByRole('dialog', { name })
      await expect.element(sheet).toBeVisible()
      await sheet.getByRole('button', { name: 'Close this window' }).click()
      await expect.element(sheet).not.toBeInTheDocument()
    }
  })
})
