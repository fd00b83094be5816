import type { Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from '../stage/browser.ts'
import { type Hands, handsOn } from './hands.ts'
import { brokenTextOf } from '../stage/layout.ts'
import { newPlayer, payIn, type Player } from '../stage/players.ts'
import { totpOf } from '../stage/staff.ts'

// Neither needs anything of the other.
test.describe.configure({ mode: 'parallel' })

/** A page of letters twice as large, hands that touch nothing but keys, and the words of a language. */
interface Place {
  page: Page
  hands: Hands
  w: (key: string, values?: Record<string, string | number>) => string
  sheet: (key: string) => Locator
}

async function openPlace(page: Page, stage: Stage, player: Player, language: Language, path: string): Promise<Place> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))
  })
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}${path}`)
  const w: Place['w'] = (key, values) => word(language, key, values)
  return { page, hands: handsOn(page), w, sheet: (key) => page.getByRole('dialog', { name: w(key) }) }
}

/** What is on the screen has its names, and whole words, however large they are. */
async function expectReadable({ page }: Place): Promise<void> {
  await expectAccessible(page)
  expect(await brokenTextOf(page)).toEqual([])
}

/** Opens a sheet by its row, looks at it, and leaves by Escape: the row has the focus again. */
async function visit(place: Place, row: Locator, title: string): Promise<void> {
  const { page, hands, sheet } = place
  await hands.press(row)
  await expect(sheet(title)).toBeVisible()
  await expectReadable(place)
  await page.keyboard.press('Escape')
  await expect(sheet(title)).toBeHidden()
  await expect(row).toBeFocused()
}

/** Chooses among what arrow keys go through. */
async function choose({ page, hands }: Place, first: Locator, wanted: Locator): Promise<void> {
  await hands.goTo(first)
  for (let steps = 0; steps < 6 && !(await wanted.isChecked()); steps += 1) await page.keyboard.press('ArrowRight')
  await expect(wanted).toBeChecked()
}

const checkedOf = (sheet: Locator) => sheet.locator('input[type=radio]:checked').first()

test('[PPR-001] [PPR-008] [PPR-010] [PPR-017] [PPR-020] limits, time, net, data, break and exclusion by the keyboard alone, in letters twice as large', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await payIn(stage, player, 300)
  const place = await openPlace(page, stage, player, 'lo', '/user/protection')
  const { hands, w, sheet } = place
  const main = page.getByRole('main')
  const row = (key: string) => main.getByRole('button', { name: new RegExp(`^${w(key)}`) }).first()
  await expect(main.getByText(w('protection.limit.none'))).toHaveCount(2)
  await expectReadable(place)

  await hands.press(row('protection.kind.deposit'))
  const limit = sheet('protection.set.deposit')
  await choose(place, checkedOf(limit), limit.getByRole('radio', { name: w('protection.period.month') }))
  await hands.type(limit.getByRole('textbox'), '1000')
  await expectReadable(place)
  await hands.press(limit.getByRole('button', { name: w('protection.set.lower', { amount: '1,000.00' }) }))
  await expect(limit).toBeHidden()
  await expect(main.getByText(w('protection.limit.used', { used: '300.00', remaining: '700.00' }))).toBeVisible()
  await expectReadable(place)

  const time = sheet('protection.time')
  await hands.press(row('protection.time'))
  await choose(place, checkedOf(time), time.getByRole('radio', { name: w('protection.minutes', { n: 15 }) }))
  await expectReadable(place)
  await hands.press(time.getByRole('button', { name: w('protection.time.save') }))
  await expect(time).toBeHidden()

  await visit(place, row('protection.net'), 'protection.net')
  await hands.press(row('protection.data'))
  const data = sheet('protection.data')
  await hands.press(data.getByRole('checkbox', { name: w('protection.consent.call') }), 'Space')
  await expect(data.getByRole('checkbox', { name: w('protection.consent.call') })).toBeChecked()
  await expectReadable(place)
  await page.keyboard.press('Escape')

  await visit(place, row('protection.pause'), 'protection.pause')
  await hands.press(row('protection.exclude'))
  const exclusion = sheet('protection.exclude')
  await choose(place, checkedOf(exclusion), exclusion.getByRole('radio', { name: w('protection.exclude.12') }))
  await hands.press(exclusion.getByRole('checkbox'), 'Space')
  await hands.type(exclusion.getByLabel(w('field.password'), { exact: true }), player.password)
  await expectReadable(place)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: w('protection.excluded.self-exclusion') })).toBeVisible()
  await expectReadable(place)
  const { exclusion: held, limits, realityCheckMinutes } = await stage.api.ok(calls.protection, player)
  expect(held?.kind).toBe('self-exclusion')
  expect(limits).toMatchObject([{ kind: 'deposit', period: 'month', amount: 1_000 }])
  expect(realityCheckMinutes).toBe(15)
})

test('[SEC-002] [SEC-004] an app, its codes and the question for one by the keyboard alone, in letters twice as large', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const place = await openPlace(page, stage, player, 'th', '/user/security')
  const { hands, w, sheet } = place
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  await hands.press(button('security.turnOn'))
  const app = sheet('security.app')
  const key = ((await app.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '').replaceAll(' ', '')
  await expectReadable(place)
  await hands.type(app.getByLabel(w('factors.app.code')), totpOf({ totpKey: key }))
  await page.keyboard.press('Enter')
  const codes = sheet('factors.codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [code = ''] = await codes.getByRole('listitem').allTextContents()
  await expectReadable(place)
  await hands.press(button('factors.codes.kept'))
  await expect(page.getByText(w('security.codesLeft', { n: 10 }))).toBeVisible()
  await expectReadable(place)

  // What this session has shown is fresh no more in another one.
  const removing = page.getByRole('button', { name: w('security.removeNamed', { name: w('security.app') }) })
  await page.route('**/security/authenticator', (route) => route.fulfill({ status: 403, json: { message: 'STEP_UP' } }))
  await hands.press(removing)
  const question = sheet('factors.stepUp')
  await expectReadable(place)
  await page.unroute('**/security/authenticator')
  await hands.type(question.getByLabel(w('factors.code')), code)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByText(w('security.app.off'), { exact: true })).toBeVisible()
  await expectReadable(place)
})
