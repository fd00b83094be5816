import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { calls } from '@krapao/contract'
import { type Locator, type Page } from '@playwright/test'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newPlayer, type Player } from '../stage/players.ts'

// The server is killed and started again, and a page waits five seconds before it connects anew.
test.describe.configure({ timeout: 300_000 })

const video = readFileSync(resolve(import.meta.dirname, '../../apps/wallet/public/videos/balance.th.mp4'))

/** The chat on a page, and what one does with it. */
interface Chat {
  readonly page: Page
  readonly panel: Locator
  readonly log: Locator
  readonly input: Locator
  /** Writes a text and waits until the server has it. */
  readonly say: (text: string) => Promise<void>
  readonly choose: (label: string) => Promise<void>
}

function chatOn(page: Page, language: Language): Chat {
  const w = (key: string): string => word(language, key)
  const panel = page.getByRole('dialog', { name: w('chat.title') })
  const log = panel.getByRole('log')
  const input = panel.getByRole('textbox', { name: w('chat.placeholder') })
  const sent = (text: string): Locator => log.locator('[class*=own]').filter({ hasText: text }).last()
  return {
    page,
    panel,
    log,
    input,
    async say(text) {
      await input.fill(text)
      await panel.getByRole('button', { name: w('chat.send') }).click()
      await expect(sent(text).locator('time, [class*=words]').first()).toBeVisible()
      await expect(sent(text).getByText(w('chat.status.sending'))).toHaveCount(0)
    },
    async choose(label) {
      await log.getByRole('button', { name: label, exact: true }).last().click()
    },
  }
}

async function openChat(page: Page, stage: Stage, player: Player | null, language: Language = 'th'): Promise<Chat> {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}${player === null ? '/contact' : '/user/contact'}`)
  return expandChat(page, language)
}

async function expandChat(page: Page, language: Language = 'th'): Promise<Chat> {
  await page.getByRole('button', { name: word(language, 'aria.chatOpen') }).click()
  const chat = chatOn(page, language)
  await expect(chat.log).toHaveAttribute('aria-busy', 'false')
  return chat
}

/** The words of all messages in the log, in their order. */
const wordsIn = (log: Locator): Promise<string[]> => log.locator('[class*=words]').allTextContents()

const roomOf = (stage: Stage, { token }: Player) => stage.api.ok(calls.chatHistory, { token, body: { limit: 100 } })

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Somebody else in the same room: another device of the member. */
const sayElsewhere = (stage: Stage, { token }: Player, message: string) =>
  stage.api.ok(calls.chatSendMessage, {
    token,
    key: newKey(),
    body: { sender: 'customer', message: { message_type: 'text', payload: { message } } },
  })

test('[CHT-001] [CHT-002] [GEN-035] a guest and the robot show every kind of message, a picture and a video', async ({
  page,
  stage,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const chat = await openChat(page, stage, null)
  await expect(chat.log).toContainText(word('th', 'chat.empty'))
  await expectAccessible(page)
  const guestId = await page.evaluate(() => localStorage.getItem('guestId'))
  expect(guestId).toMatch(/^guest-[\w-]{22}$/)

  await chat.say('สวัสดีครับ')
  await expect(chat.log.getByRole('button', { name: 'ฝากเงิน', exact: true })).toBeVisible()
  await chat.choose('ฝากเงิน')
  await expect(chat.log.getByRole('link', { name: /^ไปหน้าฝากเงิน/ })).toHaveAttribute('rel', 'noopener noreferrer')
  await chat.choose('โปรโมชัน')
  await expect(chat.log.getByText('ดูโบนัสที่รับได้ตอนนี้')).toBeVisible()
  await expect(chat.log.locator('li img').first()).toHaveJSProperty('complete', true)
  await chat.choose('วิธีใช้')
  const filmed = chat.log.locator('video')
  await expect.poll(() => filmed.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
  const drawn = chat.log.getByRole('img', { name: word('th', 'chat.image') })
  await expect.poll(() => drawn.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await chat.choose('เบอร์โทรศัพท์')
  await expect(chat.log.getByRole('link', { name: '020000000' })).toHaveAttribute('href', 'tel:020000000')
  await expectAccessible(page)

  const files = chat.panel.locator('input[type=file]')
  const picture = { name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await files.setInputFiles([picture, { name: 'how.mp4', mimeType: 'video/mp4', buffer: video }])
  const own = chat.log.locator('[class*=own]')
  await expect(own.locator('img')).toBeVisible()
  await expect(own.locator('video')).toBeVisible()
  await expect(own.getByText(word('th', 'chat.status.uploading', { percent: '' }).replace('%', ''))).toHaveCount(0)
  await expect(chat.log.getByText('ได้รับไฟล์แล้วค่ะ').first()).toBeVisible()

  // The same room after a reload, with the files from the server.
  await page.reload()
  const again = await expandChat(page)
  await expect(again.log.locator('[class*=own] img')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('guestId'))).toBe(guestId)
  const seen = again.log.locator('[class*=own] img')
  await expect.poll(() => seen.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)

  // Beside the chat he has the other pages of the front, and he is the same guest when he comes back.
  for (const path of ['/login', '/register', '/howto', '/contact']) {
    await page.goto(`${stage.product.walletUrl}${path}`)
    await expect(page.locator('nav a[aria-current=page]')).toHaveAttribute('href', path)
  }
  const back = await expandChat(page)
  await expect(back.log.locator('[class*=own] img')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('guestId'))).toBe(guestId)
  expect(complaints).toEqual([])
})

test('[CHT-009] [CHT-041] two tabs of a member have the same conversation, in the same order', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const one = await openChat(page, stage, player)
  const other = await page.context().newPage()
  await other.goto(`${stage.product.walletUrl}/user/contact`)
  const two = await expandChat(other)
  for (const n of [1, 2, 3]) {
    await one.say(`จากแท็บหนึ่ง ${n}`)
    await two.say(`จากแท็บสอง ${n}`)
  }
  const { messages } = await roomOf(stage, player)
  const told = messages.flatMap(({ sender, message }) =>
    sender === 'customer' ? [message.payload?.message ?? ''] : [],
  )
  expect(told).toHaveLength(6)
  for (const { log } of [one, two]) {
    await expect.poll(async () => (await wordsIn(log)).filter((words) => words.startsWith('จากแท็บ'))).toEqual(told)
  }
})

test('[CHT-043] [CHT-046] what is written without a network arrives once and in order, and what was missed comes', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const chat = await openChat(page, stage, player)
  await chat.say('ก่อนเน็ตหลุด')
  await page.context().setOffline(true)
  await chat.input.fill('หนึ่ง')
  await chat.input.press('Enter')
  await chat.input.fill('สอง')
  await chat.input.press('Enter')
  await expect(chat.log.getByText(word('th', 'chat.status.sending')).first()).toBeVisible()
  await sayElsewhere(stage, player, 'จากเครื่องอื่น')
  await page.context().setOffline(false)
  await expect(chat.log.getByText(word('th', 'chat.status.sending'))).toHaveCount(0)
  await expect(chat.log.getByText('จากเครื่องอื่น')).toBeVisible()
  const wanted = ['ก่อนเน็ตหลุด', 'จากเครื่องอื่น', 'หนึ่ง', 'สอง']
  const own = async (): Promise<string[]> => (await wordsIn(chat.log)).filter((words) => wanted.includes(words))
  await expect.poll(own).toEqual(wanted)
})

test('what is being sent when the server dies arrives once, and the line says what happens', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const chat = await openChat(page, stage, player)
  await chat.say('ก่อนเซิร์ฟเวอร์ดับ')
  await stage.product.server.stop('SIGKILL')
  await expect(chat.panel.getByText(word('th', 'chat.reconnecting'))).toBeVisible()
  await chat.input.fill('ระหว่างดับ')
  await chat.input.press('Enter')
  await expect(chat.log.getByText(word('th', 'chat.status.sending'))).toBeVisible()
  await page.reload().catch(() => undefined)
  await stage.product.server.start()
  await page.goto(`${stage.product.walletUrl}/user/contact`)
  const again = await expandChat(page)
  await expect(again.log.getByText('ระหว่างดับ')).toBeVisible()
  await expect
    .poll(async () => {
      const { messages } = await roomOf(stage, player)
      return messages.filter(({ message }) => message.payload?.message === 'ระหว่างดับ').length
    })
    .toBe(1)
  await expect(again.log.getByText('ระหว่างดับ')).toHaveCount(1)
})

test('a hidden tab has no connection, and has all that was said as soon as it is seen', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const chat = await openChat(page, stage, player)
  await chat.say('แท็บยังเปิดอยู่')
  await setVisibility(page, 'hidden')
  for (let n = 1; n <= 12; n += 1) await sayElsewhere(stage, player, `ลับหลัง ${n}`)
  await setVisibility(page, 'visible')
  const told = Array.from({ length: 12 }, (_, index) => `ลับหลัง ${index + 1}`)
  await expect.poll(async () => (await wordsIn(chat.log)).filter((words) => words.startsWith('ลับหลัง'))).toEqual(told)
})

test('a draft outlives a reload, and a guest who logs in is in the room of the member', async ({ page, stage }) => {
  const chat = await openChat(page, stage, null)
  await chat.say('ถามในฐานะแขก')
  await chat.input.fill('ยังพิมพ์ไม่จบ')
  await page.reload()
  const again = await expandChat(page)
  await expect(again.input).toHaveValue('ยังพิมพ์ไม่จบ')

  const player = await newPlayer(stage)
  await page.evaluate((token) => sessionStorage.setItem('token', token), player.token)
  await page.goto(`${stage.product.walletUrl}/user/contact`)
  const asMember = await expandChat(page)
  await expect(asMember.log).toContainText(word('th', 'chat.empty'))
  await expect(asMember.input).toHaveValue('')
  await asMember.say('ถามในฐานะสมาชิก')
  const { messages } = await roomOf(stage, player)
  expect(messages[0]?.message.payload?.message).toBe('ถามในฐานะสมาชิก')
})

test('[CHT-003] by the keyboard alone, in a window beside the page, without motion', async ({ browser, stage }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const chat = await openChat(page, stage, null, 'en')
  await expect(chat.input).toBeFocused()
  await page.keyboard.type('Hello there')
  await page.keyboard.press('Enter')
  await expect(chat.log.getByRole('button', { name: 'Deposit', exact: true })).toBeVisible()
  await expectAccessible(page)
  // The page beside it goes on working.
  await expect(page.getByRole('navigation').getByRole('link').first()).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(chat.panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: word('en', 'aria.chatOpen') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.log.getByText('Hello there')).toBeVisible()
  await context.close()
})
