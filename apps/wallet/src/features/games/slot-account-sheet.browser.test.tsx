import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Home } from '../../lib/balances.ts'
import { openModal } from '../../lib/modals.ts'
import { startTexts } from '../../lib/texts/texts.ts'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { gameSlot } from '../../testing/game-slot.ts'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { Toasts } from '../../ui/toast.tsx'
import { SlotAccountSheet } from './slot-account-sheet.tsx'

vi.mock('../../lib/build-settings.ts', () => ({
  buildSettings: { isLaos: false, isIframe: true, providerHost: 'play.example' },
}))
vi.mock('../../lib/modals.ts', () => ({ openModal: vi.fn() }))

const account = { username: 'kra1', password: 'p/w' }

function slot(code: string, given: Partial<Home['slots'][number]> = {}): Home['slots'][number] {
  return gameSlot({ code, name: `Game ${code}`, autoLogin: code === 'PG' ? 'username' : null, ...given })
}

function home(walletAmount: number, ...slots: Home['slots']): object {
  return { profile: {}, bankAccount: {}, wallet: { amount: walletAmount }, invite: {}, slots }
}

/** The sheet of a game, before a server that answers so; `tab` is what the browser opens, null where it opens none. */
async function show(code: string, answers: FakeAnswers, tab: Window | null = makeTab()) {
  const server = fakeServer({
    'GET /api/wallet/refresh/slot': refusal(502, 'NO_DATA'),
    [`GET /api/wallet/account/${code}`]: account,
    ...answers,
  })
  const open = vi.spyOn(window, 'open').mockReturnValue(tab)
  onTestFinished(() => open.mockRestore())
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SlotAccountSheet code={code} onClose={() => undefined} />
      <Toasts regionLabel="Messages" closeLabel="Dismiss" />
    </QueryClientProvider>,
  )
  return { server, open }
}

const addresses: string[] = []

function makeTab(): Window {
  return {
    document: document.implementation.createHTMLDocument(),
    location: { replace: (address: string) => addresses.push(address) },
    close: () => addresses.push('closed'),
  } as unknown as Window
}

const playButton = page.getByRole('button', { name: 'Play', exact: true })

beforeEach(async () => {
  addresses.length = 0
  vi.mocked(openModal).mockClear()
  await startTexts('en', ['shell', 'common', 'member', 'games'])
})

describe('playing, in an app that stands in another page', () => {
  it.each([
    ['PG', 'kra1'],
    ['BETFLIX', 'kra1'],
    ['ASKMEBET', 'kra1/p%2Fw'],
    ['IMI', 'kra1/p%2Fw'],
    ['USUN', 'kra1/p%2Fw'],
    ['CIRCUS', 'kra1/p%2Fw'],
    ['SLOTRACHA', 'kra1/p%2Fw'],
    ['PGSLOT', 'kra1/p%2Fw'],
    ['AREASLOT', 'kra1'],
    ['JOKER2', 'kra1'],
  ])(
    '[GEN-013] [GEN-015] [GAM-029] [GAM-030] opens %s in a tab of its own, at the host of the build',
    async (code, path) => {
      const link = 'https://provider.example/enter?session=1'
      const call = `GET /api/autoLogin/${code.toLowerCase()}/${path}`
      const autoLogin = path === 'kra1' ? 'username' : 'username-and-password'
      const answers = { 'GET /api/wallet/home': home(0, slot(code, { autoLogin })), [call]: { link } }
      const { server, open } = await show(code, answers)
      await playButton.click()
      await expect.poll(() => addresses).toEqual(['https://play.example/enter?session=1'])
      expect(open).toHaveBeenCalledTimes(1)
      expect(server.callsTo(call)).toHaveLength(1)
      expect(server.callsTo('POST /api/wallet/transferAll')).toEqual([])
    },
  )

  it.each(['th', 'lo', 'en'] as const)(
    'is busy in one line at 320 pixels: the button keeps its height (%s)',
    async (language) => {
      await page.viewport(320, 740)
      onTestFinished(() => page.viewport(414, 896))
      await startTexts(language, ['shell', 'common', 'member', 'games'])
      await show('JOKER', {
        'GET /api/wallet/home': home(50, slot('JOKER', { web: 'https://joker.example/a' })),
        'POST /api/wallet/transferAll': () => new Promise(() => undefined),
      })
      const play = page.getByRole('dialog').getByRole('button').nth(1)
      await expect.poll(() => play.element().clientHeight).toBe(56)
      await play.click()
      await expect.element(play).toHaveAttribute('aria-busy', 'true')
      // Its words are wider in another font, until their own is there.
      await document.fonts.ready
      await expect.poll(() => play.element().clientHeight).toBe(56)
    },
  )

  it('[GAM-013] moves the wallet first, and once however often it is pressed', async () => {
    const answer = { wallet: { amount: 0 }, slots: [{ code: 'JOKER', amount: 50 }], status: 'SUCCESS' }
    const { server } = await show('JOKER', {
      'GET /api/wallet/home': home(50, slot('JOKER', { web: 'https://joker.example/a' })),
      'POST /api/wallet/transferAll': answer,
    })
    const button = (await playButton.findElement()) as HTMLElement
    button.click()
    button.click()
    await expect.poll(() => addresses).toEqual(['https://play.example/a'])
    expect(server.callsTo('POST /api/wallet/transferAll').map(({ body }) => body)).toEqual([{ to: 'JOKER' }])
  })

  it('closes the tab and says why when the wallet does not move', async () => {
    await show('JOKER', {
      'GET /api/wallet/home': home(50, slot('JOKER', { web: 'https://joker.example/a' })),
      'POST /api/wallet/transferAll': () => refusal(502, 'TRANSFER_FAIL'),
    })
    await playButton.click()
    await expect.poll(() => addresses).toEqual(['closed'])
    expect(openModal).toHaveBeenCalledWith('message', expect.objectContaining({ kind: 'failed' }))
  })

  it('waits for money that is on its way, and asks for the same move when nobody knows what became of it', async () => {
    const statuses = [
      () => refusal(500, 'INTERNAL_SERVER_ERROR'),
      () => ({ wallet: { amount: 50 }, slots: [], status: 'IN_PROGRESS' }),
      () => ({ wallet: { amount: 0 }, slots: [], status: 'SUCCESS' }),
    ]
    const { server } = await show('JOKER', {
      'GET /api/wallet/home': home(50, slot('JOKER', { web: 'https://joker.example/a' })),
      'POST /api/wallet/transferAll': () => statuses.shift()?.() ?? refusal(500, 'INTERNAL_SERVER_ERROR'),
    })
    for (const done of [['closed'], ['closed', 'closed'], ['closed', 'closed', 'https://play.example/a']]) {
      await playButton.click()
      await expect.poll(() => addresses).toEqual(done)
    }
    const keys = server.callsTo('POST /api/wallet/transferAll').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(vi.mocked(openModal).mock.calls.map(([, params]) => (params as { kind: string }).kind)).toEqual([
      'waiting',
      'waiting',
    ])
  })

  it('moves nothing when the browser opens no tab, and says so', async () => {
    const { server } = await show('PG', { 'GET /api/wallet/home': home(50, slot('PG')) }, null)
    await playButton.click()
    expect(openModal).toHaveBeenCalledWith(
      'message',
      expect.objectContaining({ text: expect.stringMatching(/blocked the game/) }),
    )
    expect(server.callsTo('POST /api/wallet/transferAll')).toEqual([])
  })
})

describe('the account of a game', () => {
  it('[GAM-009] has nothing but its opening while it is not open', async () => {
    const { server } = await show('PG', { 'GET /api/wallet/home': home(50, slot('PG', { isActive: false })) })
    await expect.element(page.getByRole('button', { name: 'Open account' })).toBeVisible()
    expect(
      page
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    ).toEqual(['', 'Open account'])
    expect(server.callsTo('GET /api/wallet/account/PG')).toEqual([])
  })

  it('has the links that the provider names, and no way to play without one', async () => {
    const links = { android: 'https://a.example/app', ios: 'javascript:alert(1)' }
    await show('UFABET', { 'GET /api/wallet/home': home(50, slot('UFABET', links)) })
    await expect
      .element(page.getByRole('link', { name: 'Android app' }))
      .toHaveAttribute('href', 'https://play.example/app')
    expect(page.getByRole('link').elements()).toHaveLength(1)
    expect(playButton.elements()).toEqual([])
  })

  it('[ERR-113] a password that could not be set leaves no message, and the old one', async () => {
    const { server } = await show('PG', {
      'GET /api/wallet/home': home(0, slot('PG')),
      'GET /api/wallet/resetpassword/PG': refusal(502, 'SLOT_RESET_PASSWORD_FAIL'),
    })
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(server.callsTo('GET /api/wallet/resetpassword/PG')).toHaveLength(1)
    await expect.element(page.getByRole('button', { name: 'Reset password' })).toBeEnabled()
    expect(openModal).not.toHaveBeenCalled()
    expect(page.getByRole('alert').elements()).toEqual([])
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(page.getByText('p/w')).toBeVisible()
  })

  it('says that credentials could not be had, and asks again', async () => {
    let tries = 0
    await show('PG', {
      'GET /api/wallet/home': home(0, slot('PG')),
      'GET /api/wallet/account/PG': () => ((tries += 1) === 1 ? refusal(500, 'INTERNAL_SERVER_ERROR') : account),
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('kra1')).toBeVisible()
  })
})
