import { comeAs, expect, test } from './browser.ts'
import { newPlayer } from './players.ts'
import { untilQuiet, watchTraffic } from './quiet.ts'
import { scenes, wordsOf } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'
import { watchViolations } from './violations.ts'

/** Screens that between them load every kind of code: forms, sheets, marked-up texts, codes, readers of pictures, chat, videos. */
const looked = [
  ...['login', 'register-otp', 'register-bank', 'howto-video', 'contact', 'not-found'],
  ...[
    'home',
    'deposit-qr',
    'deposit-slip',
    'deposit-gift',
    'transfer-review',
    'withdraw-review',
    'statement',
    'receipt',
  ],
  ...['slot-account', 'bonus', 'promotion', 'invite-qr', 'refund', 'profile-edit', 'agreement', 'conditions'],
]

test('the built app keeps to the content policy and to Trusted Types, which are in force', async ({
  browser,
  stage,
}) => {
  test.setTimeout(600_000)
  const player = await newPlayer(stage, { amount: 500, games: ['PG'] })
  const violations: string[] = []
  const seen: string[] = []
  for (const name of looked) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no scene ${name}`)
    const context = await browser.newContext()
    await watchViolations(context, (told) => violations.push(`${name}: ${told}`))
    await comeAs(context, stage, scene.who === 'guest' ? null : player, 'en')
    const page = await context.newPage()
    await page.goto(`${stage.product.walletUrl}${scene.path}`)
    await page.getByRole('main').waitFor()
    await scene.act?.({ page, stage, player, language: 'en', w: wordsOf('en') })
    await untilQuiet(page)
    seen.push(name)
    await context.close()
  }
  expect(seen).toEqual(looked)
  expect(violations).toEqual([])

  // What the policy is for: text that was not made by one of our policies becomes neither markup nor script.
  const page = await browser.newPage()
  await page.goto(`${stage.product.walletUrl}/login`)
  const harm = page.getByRole('main').evaluate((main) => (main.innerHTML = '<img src=x onerror=alert(1)>'))
  await expect(harm).rejects.toThrow('TrustedHTML')
  await page.close()
})

test('the built desk keeps to the content policy and to Trusted Types, which are in force', async ({
  browser,
  stage,
}) => {
  test.setTimeout(600_000)
  const player = await newPlayer(stage, { amount: 500 })
  const violations: string[] = []
  for (const { name, act } of deskScenes) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    watchTraffic(context)
    await watchViolations(context, (told) => violations.push(`${name}: ${told}`))
    const page = await context.newPage()
    await act?.({ page, stage, player, language: 'en', w: wordsOf('en') })
    await context.close()
  }
  expect(violations).toEqual([])

  const page = await browser.newPage()
  await page.goto(stage.product.deskUrl)
  const harm = page.getByRole('main').evaluate((main) => (main.innerHTML = '<img src=x onerror=alert(1)>'))
  await expect(harm).rejects.toThrow('TrustedHTML')
  await page.close()
})
