import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

const titles = {
  wallet: 'Using the wallet',
  game: 'Entering a game',
  balance: 'Checking your balance',
  'bonus-receive': 'Receiving bonuses',
  'bonus-end': 'Ending bonuses',
} as const
type Id = keyof typeof titles

const recorded = Object.keys(titles) as Id[]

const entries = page.getByRole('main').getByRole('listitem')
const entryOf = (id: Id) => page.getByRole('button', { name: titles[id], exact: false })
const playerOf = (id: Id) => page.getByRole('dialog', { name: titles[id] })
const video = (): HTMLVideoElement | null => document.querySelector('video')

/** What the browser has fetched of the videos. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/videos/'))

beforeEach(() => {
  clearBrowser()
  performance.clearResourceTimings()
})

describe('/howto', () => {
  it('[OFC-045] shows the steps in the words of the operator, and those of the app where he has none', async () => {
    const none = { wallet: [], balance: [], 'bonus-receive': [], 'bonus-end': [] }
    fakeServer({
      'GET /api/lookup/howto': { steps: { ...none, game: ['<p>Press the <b>Naka</b></p>', '<p>Play</p>'] } },
    })
    await openApp('/howto')
    await entryOf('game').click()
    await expect.element(playerOf('game').getByText('Naka')).toBeVisible()
    expect(playerOf('game').getByRole('listitem').all()).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await entryOf('wallet').click()
    await expect.element(playerOf('wallet').getByRole('listitem').nth(4)).toBeInTheDocument()
  })

  it('[NAV-003] is open to a guest and leads a member to /user', async () => {
    fakeServer()
    await openApp('/howto')
    await expect.element(page.getByRole('heading', { name: 'How-to' })).toBeVisible()
    expect(location.pathname).toBe('/howto')
  })

  it('[NAV-003] leads a member to /user/home', async () => {
    fakeServer()
    await openApp('/howto', { token: 'good' })
    await arriveAt('/user/home')
  })

  it('[NAV-023] is linked from the menu below', async () => {
    fakeServer()
    await openApp('/login')
    const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'How-to' })
    await link.click()
    await arriveAt('/howto')
    await expect.element(link).toHaveAttribute('aria-current', 'page')
  })

  it.each([
    ['en', Object.values(titles)],
    ['th', ['การใช้กระเป๋าเงิน', 'การเข้าเล่นเกม', 'การเช็กยอดเงิน', 'การรับโบนัส', 'การจบโบนัส']],
    ['lo', ['ການໃຊ້ກະເປົາເງິນ', 'ການເຂົ້າຫຼິ້ນເກມ', 'ການກວດຍອດເງິນ', 'ການຮັບໂບນັດ', 'ການຈົບໂບນັດ']],
  ] as const)('[HOW-001] has exactly five entries, in %s', async (language, names) => {
    fakeServer()
    await openApp('/howto', { language })
    await expect.element(entries.nth(4)).toBeVisible()
    const found = [...document.querySelectorAll('main li')].map((item) => item.textContent)
    expect(found).toHaveLength(5)
    for (const [index, name] of names.entries()) expect(found[index]).toContain(name)
  })

  it.each([
    ['HOW-002', 'wallet'],
    ['HOW-003', 'game'],
    ['HOW-004', 'balance'],
    ['HOW-005', 'bonus-receive'],
    ['HOW-006', 'bonus-end'],
  ] as const)('[%s] opens a player with a title and the steps in words: %s', async (_, id) => {
    fakeServer()
    await openApp('/howto')
    await entryOf(id).click()
    const player = playerOf(id)
    await expect.element(player.getByRole('heading', { name: titles[id] })).toBeVisible()
    await expect.element(player.getByRole('heading', { name: 'Step by step' })).toBeVisible()
    expect(document.querySelectorAll('dialog ol li').length).toBeGreaterThanOrEqual(2)
    expect(video()).not.toBeNull()
    await player.getByRole('button', { name: 'Close this window' }).click()
    await expect.element(player).not.toBeInTheDocument()
    await expect.element(entryOf(id)).toHaveFocus()
  })

  it.each(recorded)(
    '[HOW-007] shows %s in a video with controls, captions and a drawing, and fetches nothing of it before it is started',
    async (id) => {
      fakeServer()
      await openApp('/howto')
      await expect.element(entryOf(id)).toBeVisible()
      expect(fetched()).toEqual([])
      await entryOf(id).click()
      await expect.element(page.getByLabelText(`Video: ${titles[id]}`)).toBeVisible()
      const element = video()
      expect(element?.preload).toBe('none')
      expect(element?.poster).toMatch(/\.svg|data:/)
      expect([...(element?.querySelectorAll('source') ?? [])].map(({ type }) => type)).toEqual([
        'video/webm',
        'video/mp4',
      ])
      const tracks = [...(element?.querySelectorAll('track') ?? [])]
      expect(tracks.map(({ kind, srclang, default: isShown }) => [kind, srclang, isShown])).toEqual([
        ['captions', 'en', true],
        ['captions', 'th', false],
        ['captions', 'lo', false],
      ])
      expect(fetched().filter((path) => /\.(mp4|webm)$/.test(path))).toEqual([])
      await page.getByRole('button', { name: 'Watch video' }).last().click()
      await expect.poll(() => element?.controls).toBe(true)
      await expect.element(page.getByLabelText(`Video: ${titles[id]}`)).toHaveFocus()
      await userEvent.keyboard('{Escape}')
      await expect.element(playerOf(id)).not.toBeInTheDocument()
    },
  )

  it('says when a video does not play, and tries again by a press', async () => {
    fakeServer()
    await openApp('/howto')
    await entryOf('wallet').click()
    // Here nobody serves the videos, as where the network is gone.
    const load = vi.spyOn(HTMLMediaElement.prototype, 'load')
    await playerOf('wallet').getByRole('button', { name: 'Watch video' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent("The video won't play.")
    await playerOf('wallet').getByRole('button', { name: 'Try again' }).click()
    expect(load).toHaveBeenCalledTimes(1)
    load.mockRestore()
    await userEvent.keyboard('{Escape}')
    await expect.element(playerOf('wallet')).not.toBeInTheDocument()
  })

  it('[HOW-001] is for members on /user/contact, with the same five', async () => {
    fakeServer({
      'GET /api/lookup/contact': { contactText: '<p>Call us</p>', lineLink: null, lineName: null, lineQR: null },
    })
    await openApp('/user/contact', { token: 'good' })
    await expect.element(page.getByRole('heading', { name: 'How-to' })).toBeVisible()
    for (const id of Object.keys(titles) as Id[]) await expect.element(entryOf(id)).toBeVisible()
    await entryOf('game').click()
    await expect.element(playerOf('game')).toBeVisible()
  })
})
