import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { calls } from '@krapao/contract'
import type { Language, Stage } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { type Agent, askDesk, lastGuestRoom, newAgent, newGuestId, sayAsGuest, sitDown } from '../stage/desk-stage.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'

/** Who works at the desk of the scenes, and who writes to it. */
interface DeskWorld {
  agent: Agent
  /** A member's room that the agent has, and a guest's room that a colleague has. */
  mine: string
  held: string
}

const worlds = new WeakMap<Stage, Promise<DeskWorld>>()

const guide = { title: 'ดูวิธีฝากเงิน', type: 'web', payload: 'https://krapao.example/howto' }

async function makeDeskWorld({ stage, player }: SceneTools): Promise<DeskWorld> {
  const agent = await newAgent(stage, 'มะลิ')
  const colleague = await newAgent(stage, 'บุญมี')
  const memberId = (await stage.api.ok(calls.accountProfile, { token: player.token })).profile._id
  const room = `/api/desk/rooms/${memberId}`
  const say = (message: string) =>
    stage.api.ok(calls.chatSendMessage, {
      token: player.token,
      key: newKey(),
      body: { sender: 'customer', message: { message_type: 'text', payload: { message } } },
    })
  const answer = (message: object) => askDesk(stage, agent.token, 'POST', `${room}/messages`, { message })
  const form = new FormData()
  const picture = readFileSync(resolve(import.meta.dirname, '../../docs/picture.png'))
  form.append('file', new Blob([picture], { type: 'image/png' }), 'bonus.png')
  const { filePath } = await askDesk<{ filePath: string }>(stage, agent.token, 'POST', '/api/desk/upload-image', form)

  await say('ขอคุยกับแอดมินครับ')
  await say('ฝากเงินแล้วยอดยังไม่เข้าครับ')
  await answer({ message_type: 'text', payload: { message: 'สวัสดีค่ะ ขอตรวจสอบสักครู่นะคะ' } })
  await answer({
    message_type: 'buttons',
    payload: {
      title: 'ส่งสลิปได้ที่หน้านี้ค่ะ',
      buttons: [guide, { title: 'โทรหาเรา', type: 'call', payload: '020000000' }],
    },
  })
  await say('ส่งแล้วครับ มีโปรอะไรบ้าง')
  await answer({
    message_type: 'generic',
    payloads: [
      { image_url: filePath, title: 'โบนัสต้อนรับ 20%', subtitle: 'ฝากครั้งแรกของวัน', buttons: [guide] },
      { image_url: null, title: 'คืนยอดเสียทุกวัน', subtitle: 'รับได้หลังเที่ยงคืน', buttons: [guide] },
    ],
  })
  await answer({ message_type: 'media', payload: { message: 'bonus.png', fileType: 'image', filePath } })
  await say('ขอบคุณครับ')
  await sayAsGuest(stage, newGuestId(), 'ລົມກັບແອັດມິນ')
  const held = await lastGuestRoom(stage, colleague.token)
  const reply = { message_type: 'text', payload: { message: 'ສະບາຍດີ ມີຫຍັງໃຫ້ຊ່ວຍບໍ' } }
  await askDesk(stage, colleague.token, 'POST', `/api/desk/rooms/${held}/messages`, { message: reply })
  for (const words of ['แอดมิน', 'admin please']) await sayAsGuest(stage, newGuestId(), words)
  return { agent, mine: memberId, held }
}

/** Leaves the wallet for the desk, at a place there. */
async function goToDesk(tools: SceneTools, placeOf: (world: DeskWorld) => string, isLoggedIn = true): Promise<void> {
  const { page, stage, language } = tools
  const making = worlds.get(stage) ?? makeDeskWorld(tools)
  worlds.set(stage, making)
  const world = await making
  if (isLoggedIn) await sitDown(page, world.agent, language)
  else await page.addInitScript((locale) => localStorage.setItem('desk-language', locale), language)
  await page.goto(`${stage.product.deskUrl}/${placeOf(world)}`)
  await page.getByRole('main').waitFor()
  await untilQuiet(page)
}

const myRoom = ({ mine }: DeskWorld): string => `#/inbox/mine/${mine}`
const bonus: Record<Language, string> = { th: 'โบนัสต้อนรับ 20%', lo: 'ໂບນັດຕ້ອນຮັບ 20%', en: 'Welcome bonus' }

/** Presses one of the kinds of messages, in their order on the screen: text, file, buttons, quick replies, cards. */
const chooseKind = ({ page }: SceneTools, index: number) => page.locator('form [role=tab]').nth(index).click()

/** The support desk of the staff. */
export const deskScenes: readonly Scene[] = [
  scene('desk-login', 'rich', '/login', (tools) => goToDesk(tools, () => '', false)),
  scene('desk-login-refused', 'rich', '/login', async (tools) => {
    const { page } = tools
    await goToDesk(tools, () => '', false)
    for (const [name, value] of [
      ['username', 'mali'],
      ['password', 'not the password'],
      ['totp', '000000'],
    ]) {
      await page.locator(`input[name=${name}]`).fill(value ?? '')
    }
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').first().waitFor()
  }),
  scene('desk-inbox', 'rich', '/login', (tools) => goToDesk(tools, () => '#/inbox/waiting')),
  scene('desk-room', 'rich', '/login', (tools) => goToDesk(tools, myRoom)),
  scene('desk-held', 'rich', '/login', (tools) => goToDesk(tools, ({ held }) => `#/inbox/open/${held}`)),
  scene('desk-buttons', 'rich', '/login', async (tools) => {
    await goToDesk(tools, myRoom)
    await chooseKind(tools, 2)
    await tools.page.locator('form textarea').fill('ส่งสลิปได้ที่หน้านี้ค่ะ')
    await tools.page.locator('form fieldset input').first().fill(guide.title)
    await tools.page.locator('form fieldset select').first().selectOption('web')
    await tools.page.locator('form [type=submit]').click()
  }),
  scene('desk-cards', 'rich', '/login', async (tools) => {
    await goToDesk(tools, myRoom)
    await chooseKind(tools, 4)
    await tools.page.locator('form fieldset input:not([type=file])').first().fill(bonus[tools.language])
  }),
  scene('desk-end', 'rich', '/login', async (tools) => {
    await goToDesk(tools, myRoom)
    await tools.page.locator('form textarea').waitFor()
    await tools.page.keyboard.press('Alt+x')
    await tools.page.getByRole('alertdialog').waitFor()
  }),
  scene('desk-keys', 'rich', '/login', async (tools) => {
    await goToDesk(tools, () => '#/inbox/waiting')
    await tools.page.keyboard.press('Alt+h')
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-account', 'rich', '/login', async (tools) => {
    await goToDesk(tools, () => '#/inbox/waiting')
    await tools.page.locator('header button[class*=agent][aria-haspopup=dialog]').click()
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-picture', 'rich', '/login', async (tools) => {
    await goToDesk(tools, myRoom)
    await tools.page.locator('[role=log] button[aria-haspopup=dialog]').first().click()
    await tools.page.getByRole('dialog').getByRole('img').waitFor()
  }),
  scene('desk-replies', 'rich', '/login', async (tools) => {
    await goToDesk(tools, () => '#/replies')
    await tools.page.locator('main ul button').first().click()
  }),
  scene('desk-today', 'rich', '/login', (tools) => goToDesk(tools, () => '#/today')),
  scene('desk-member', 'rich', '/login', (tools) => goToDesk(tools, ({ mine }) => `#/members/${mine}`)),
  scene('desk-note', 'rich', '/login', async (tools) => {
    await goToDesk(tools, ({ mine }) => `#/members/${mine}`)
    await tools.page.keyboard.press('n')
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-search', 'rich', '/login', async (tools) => {
    await goToDesk(tools, () => '#/members')
    await tools.page.getByRole('combobox').first().fill(tools.player.phone)
    await tools.page.getByRole('option').first().waitFor()
  }),
  scene('desk-proposals', 'rich', '/login', (tools) => goToDesk(tools, () => '#/proposals')),
  scene('desk-audit', 'rich', '/login', (tools) => goToDesk(tools, () => '#/audit')),
]
