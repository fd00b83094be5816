import { expect, expectAccessible, comeAs, type Stage, test, word } from '../stage/browser.ts'
import type { Page } from '@playwright/test'

const entries = ['howto.wallet', 'howto.game', 'howto.balance', 'howto.bonusReceive', 'howto.bonusEnd']

async function openHowto(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.product.walletUrl}/howto`)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
}

test('[HOW-001] [HOW-002] [HOW-007] [NAV-023] a guest finds five entries and plays a video', async ({
  page,
  context,
  stage,
}) => {
  const language = 'lo'
  const w = (key: string, values?: Record<string, string>) => word(language, key, values)
  await comeAs(context, stage, null, language)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto(`${stage.product.walletUrl}/login`)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: w('nav.howto') })
    .click()
  await page.waitForURL('**/howto')
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items).toHaveCount(5)
  for (const [index, key] of entries.entries()) await expect(items.nth(index)).toContainText(w(key))
  await expectAccessible(page)
  expect(fetched.filter((path) => path.startsWith('/videos/'))).toEqual([])

  await items.first().getByRole('button').click()
  const player = page.getByRole('dialog', { name: w('howto.wallet') })
  await expect(player.getByText(w('howto.wallet.1'))).toBeVisible()
  await expectAccessible(page)
  expect(fetched.filter((path) => /\.(webm|mp4)$/.test(path))).toEqual([])
  const video = player.getByLabel(w('aria.videoPlayer', { title: w('howto.wallet') }))
  await player.getByRole('button', { name: w('howto.play') }).click()
  expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(390)
  const shown = () =>
    video.evaluate((element: HTMLVideoElement) =>
      [...element.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .map((track) => [track.language, (track.cues?.length ?? 0) > 0]),
    )
  await expect.poll(shown).toEqual([[language, true]])
  // Its screens are those of the reader's own language.
  expect(fetched).toContain(`/videos/wallet.${language}.webm`)
  await player.getByRole('button', { name: w('aria.closeDialog') }).click()
  await expect(player).toHaveCount(0)
})

test('[HOW-002] [HOW-003] [HOW-004] [HOW-005] [HOW-006] each entry opens a player, by the keyboard alone', async ({
  page,
  context,
  stage,
}) => {
  await comeAs(context, stage, null, 'en')
  await openHowto(page, stage)
  for (const key of entries) {
    const name = word('en', key)
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    const player = page.getByRole('dialog', { name })
    await expect(player.getByRole('heading', { name })).toBeVisible()
    await expect(player.getByRole('heading', { name: word('en', 'howto.steps') })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(player).toHaveCount(0)
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
})

test('videos are sent in parts, as what they are, and under the policy of the app', async ({ stage }) => {
  const { walletUrl } = stage.product
  for (const [file, type] of [
    ['wallet.th.mp4', 'video/mp4'],
    ['wallet.lo.webm', 'video/webm'],
    ['wallet.th.lo.vtt', 'text/vtt; charset=utf-8'],
  ] as const) {
    const whole = await fetch(`${walletUrl}/videos/${file}`, { method: 'HEAD' })
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      type,
      'bytes',
    ])
    expect(whole.headers.get('content-security-policy')).toContain("media-src 'self'")
    const part = await fetch(`${walletUrl}/videos/${file}`, { headers: { range: 'bytes=4-11' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8])
    expect(part.headers.get('content-range')).toBe(`bytes 4-11/${whole.headers.get('content-length')}`)
  }
  expect((await fetch(`${walletUrl}/videos/none.th.mp4`)).status).toBe(404)
})
