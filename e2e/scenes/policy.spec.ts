import { expect, test } from '../stage/browser.ts'
import { newPlayer } from '../stage/players.ts'
import { watchTraffic } from '../stage/quiet.ts'
import { wordsOf } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'
import { watchViolations } from './violations.ts'

// What each of the wallet's screens does against its policy is looked for with the rest of it, in `everyone.spec.ts`.
test('Trusted Types are in force in the built app', async ({ page, stage }) => {
  // What the policy is for: text that was not made by one of our policies becomes neither markup nor script.
  await page.goto(`${stage.product.walletUrl}/login`)
  const harm = page.getByRole('main').evaluate((main) => (main.innerHTML = '<img src=x onerror=alert(1)>'))
  await expect(harm).rejects.toThrow('TrustedHTML')
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
