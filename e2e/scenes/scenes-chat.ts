import type { ChatMessage } from '@krapao/contract'
import { DAY_MS } from '../stage/bangkok-time.ts'
import type { Language } from '../stage/browser.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'

/** What a customer asks the robot in each language. */
const asked: Record<Language, { deposit: string; promotion: string; howTo: string }> = {
  th: { deposit: 'อยากฝากเงินครับ', promotion: 'มีโปรอะไรบ้าง', howTo: 'ขอวิธีใช้งาน' },
  lo: { deposit: 'ຢາກຝາກເງິນ', promotion: 'ມີໂປຣຫຍັງແດ່', howTo: 'ຂໍວິທີໃຊ້ງານ' },
  en: { deposit: 'I want to deposit', promotion: 'Any promotions?', howTo: 'Show me how to use it' },
}

async function expand({ page, w }: SceneTools): Promise<void> {
  await page.getByRole('button', { name: w('aria.chatOpen') }).click()
  await page.locator('dialog [role=log][aria-busy=false]').waitFor()
}

const log = ({ page }: SceneTools) => page.getByRole('log')

/** Says something, and waits until the robot has said so much. */
async function say(tools: SceneTools, text: string, foreign: string): Promise<void> {
  const { page, w } = tools
  await page.getByRole('textbox', { name: w('chat.placeholder') }).fill(text)
  await page.getByRole('button', { name: w('chat.send') }).click()
  await log(tools).locator(foreign).last().waitFor()
  await log(tools).getByText(w('chat.status.sending')).waitFor({ state: 'detached' })
}

/** A conversation of three days, with an end in it. */
function pastOf({ language }: SceneTools): ChatMessage[] {
  const words = {
    th: [
      'ถอนเงินแล้วยังไม่เข้าบัญชีครับ',
      'ขออภัยที่ให้รอนะคะ ตรวจให้สักครู่ค่ะ',
      'โอนให้แล้วค่ะ เช็กบัญชีได้เลย',
      'ได้รับแล้ว ขอบคุณครับ',
      'สอบถามโบนัสรายวันหน่อยครับ',
      'ดูเงื่อนไขได้ที่ https://krapao.example/bonus หรือเขียนมาที่ help@krapao.example ค่ะ',
    ],
    lo: [
      'ຖອນເງິນແລ້ວຍັງບໍ່ເຂົ້າບັນຊີ',
      'ຂໍອະໄພທີ່ໃຫ້ລໍຖ້າ ກວດໃຫ້ບຶດໜຶ່ງ',
      'ໂອນໃຫ້ແລ້ວ ກວດບັນຊີໄດ້ເລີຍ',
      'ໄດ້ຮັບແລ້ວ ຂອບໃຈ',
      'ຂໍຖາມເລື່ອງໂບນັດປະຈຳວັນ',
      'ເບິ່ງເງື່ອນໄຂໄດ້ທີ່ https://krapao.example/bonus ຫຼືຂຽນມາທີ່ help@krapao.example',
    ],
    en: [
      'My withdrawal has not arrived yet.',
      'Sorry to keep you waiting. Let me check.',
      'It is on its way now. Please check your account.',
      'It is here. Thank you!',
      'A question about the daily bonus.',
      'The conditions are at https://krapao.example/bonus, or write to help@krapao.example.',
    ],
  }[language]
  const senders = ['customer', 'admin', 'admin', 'customer', 'customer', 'admin']
  const agesMs = [3 * DAY_MS, 3 * DAY_MS - 60_000, 3 * DAY_MS - 240_000, DAY_MS, 120_000, 60_000]
  return words.map((message, index) => ({
    _id: `m${String(index).padStart(25, '0')}`,
    seq: index + 1,
    sender: senders[index] ?? 'admin',
    createdAt: new Date(Date.now() - (agesMs[index] ?? 0)).toISOString(),
    session_id: index < 4 ? 'first' : 'second',
    message: { message_type: 'text', payload: { message } },
    deliver: { id: `c${index}`, status: 'succeed' },
  }))
}

async function withPast(tools: SceneTools): Promise<void> {
  const messages = pastOf(tools)
  await tools.page.route('**/api/chat/history', (route) => {
    const { after } = route.request().postDataJSON() as { after?: number }
    return route.fulfill({ json: { messages: after === undefined ? messages : [], unread: 0 } })
  })
}

/** The support chat, of a guest and of a member. */
export const chatScenes: readonly Scene[] = [
  scene('chat-empty', 'guest', '/contact', expand),
  scene('chat-greeting', 'guest', '/contact', async (tools) => {
    await expand(tools)
    await say(tools, { th: 'สวัสดีครับ', lo: 'ສະບາຍດີ', en: 'Hello' }[tools.language], '[class*=chips]')
  }),
  scene('chat-buttons', 'guest', '/contact', async (tools) => {
    await expand(tools)
    await say(tools, asked[tools.language].deposit, '[class*=list]')
  }),
  scene('chat-cards', 'guest', '/contact', async (tools) => {
    await expand(tools)
    await say(tools, asked[tools.language].promotion, '[class*=cards] img')
  }),
  scene('chat-media', 'guest', '/contact', async (tools) => {
    await expand(tools)
    await say(tools, asked[tools.language].howTo, 'video')
  }),
  scene('chat-past', 'rich', '/user/contact', async (tools) => {
    await withPast(tools)
    await tools.page.reload()
    await expand(tools)
  }),
  scene('chat-failed', 'rich', '/user/contact', async (tools) => {
    const { page, w } = tools
    await withPast(tools)
    await page.route('**/api/chat/send-message', (route) =>
      route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT' } }),
    )
    // On its way for as long as the scene stands.
    await page.route('**/api/chat/upload-image', () => undefined)
    await page.reload()
    await expand(tools)
    await page.getByRole('textbox', { name: w('chat.placeholder') }).fill(asked[tools.language].deposit)
    await page.keyboard.press('Enter')
    const picture = {
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } }),
    }
    await page.locator('dialog input[type=file]').setInputFiles(picture)
    await page.getByRole('alert').waitFor()
    await page.getByRole('progressbar').waitFor()
  }),
  scene('chat-lost', 'rich', '/user/contact', async (tools) => {
    const { page, w } = tools
    await withPast(tools)
    await page.addInitScript(() => {
      class Deaf {
        onerror: (() => void) | undefined
        constructor() {
          setTimeout(() => this.onerror?.())
        }
        close() {
          this.onerror = undefined
        }
      }
      Object.assign(globalThis, { WebSocket: Deaf })
    })
    await page.route('**/socket.io/**', (route) => route.abort())
    await page.reload()
    await expand(tools)
    await page.getByRole('textbox', { name: w('chat.placeholder') }).fill('Krapao '.repeat(270))
    await page.getByText(w('chat.reconnecting')).waitFor()
  }),
]
