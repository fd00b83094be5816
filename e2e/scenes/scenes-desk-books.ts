import { bangkokDay, DAY_MS } from '../stage/bangkok-time.ts'
import type { Stage } from '../stage/browser.ts'
import { askDesk } from '../stage/desk-stage.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'
import { goTo, textsOf, type WorkWorld, worldOf } from './scenes-desk-work.ts'

const yesterday = (): string => bangkokDay(DAY_MS)

const columns = {
  ...{ delimiter: ';', order: 'DMY', isBuddhist: true, date: 'วันที่', time: 'เวลา', amount: null },
  ...{ in: 'เงินฝาก', out: 'ถอนเงิน', reference: 'อ้างอิง', account: 'บัญชีคู่โอน', words: 'รายการ' },
  ...{ balance: 'คงเหลือ', until: 'รวม' },
}

/** A statement as a Thai bank has it, of yesterday. */
function statement(): string {
  const [year = '', month, day] = yesterday().split('-')
  const date = `${day}/${month}/${Number(year) + 543}`
  return [
    'วันที่;เวลา;รายการ;อ้างอิง;บัญชีคู่โอน;เงินฝาก;ถอนเงิน;คงเหลือ',
    `${date};;ยอดยกมา;;;;;618,204.50`,
    `${date};08:12:40;โอนเข้า;;KBANK x7712;3,000.00;;621,204.50`,
    `${date};14:55:00;โอนเข้า;KPX9Q2;SCB x0914;1,250.00;;622,454.50`,
    `${date};23:10:02;ค่าธรรมเนียม;;;;12.50;622,442.00`,
    'รวม;;;;;4,250.00;12.50;',
  ].join('\r\n')
}

const offer = {
  ...{ kind: 'day', maxReceived: 1, percent: 20, fixed: null, cap: 500, minDeposit: 100, percentFail: 5 },
  ...{ percentSuccess: 250, seats: null, monthlyBudget: 200_000, validFrom: null, validUntil: null, banners: [] },
  names: { th: 'ฝากแรกของวัน 20%', lo: 'ຝາກທຳອິດຂອງມື້ 20%', en: 'First deposit of the day 20%' },
  descriptions: {
    th: 'รับโบนัส 20% สูงสุด 500 บาทจากการฝากครั้งแรกของวัน',
    lo: 'ຮັບໂບນັດ 20% ສູງສຸດ 500 ບາດຈາກການຝາກຄັ້ງທຳອິດຂອງມື້',
    en: '20% on the first deposit of the day, 500 baht at most',
  },
}

const made = new WeakMap<Stage, Promise<void>>()

/** What stands in the books of the scenes: a statement that does not agree, and a bonus that was tried. */
async function makeBooks({ stage }: SceneTools, { agent }: WorkWorld): Promise<void> {
  const ask = (method: 'POST' | 'PUT', path: string, body: object) => askDesk(stage, agent.token, method, path, body)
  await ask('PUT', '/api/desk/recon/bank/KBANK', columns)
  const form = new FormData()
  form.append('file', new Blob([statement()], { type: 'text/csv' }), 'kbank.csv')
  await askDesk(stage, agent.token, 'POST', '/api/desk/recon/bank/KBANK/import', form)
  const { draft } = await askDesk<{ draft: { revision: string } }>(
    stage,
    agent.token,
    'POST',
    '/api/desk/bonuses/drafts',
    {
      ...{ source: 'bonus', code: 'DAY20', revision: null },
      ...offer,
    },
  )
  await ask('POST', '/api/desk/bonuses/bonus/DAY20/simulate', { revision: draft.revision })
}

/** A place with its books made. */
async function open(tools: SceneTools, place: string): Promise<void> {
  const world = await worldOf(tools)
  const making = made.get(tools.stage) ?? makeBooks(tools, world)
  made.set(tools.stage, making)
  await making
  await goTo(tools, () => place)
  await untilQuiet(tools.page)
}

const dialogOf = ({ page }: SceneTools) => page.getByRole('dialog').waitFor()

/** What an operator offers, earns and owes: places in the states that their pictures draw. */
export const deskBooksScenes: readonly Scene[] = [
  scene('desk-settings', 'rich', '/login', (tools) => open(tools, 'settings')),
  scene('desk-setting', 'rich', '/login', (tools) => open(tools, 'settings/lakPerBaht')),
  scene('desk-draft', 'rich', '/login', (tools) => open(tools, 'bonuses/bonus/DAY20')),
  scene('desk-recon-day', 'rich', '/login', (tools) => open(tools, `recon/bank/KBANK/${yesterday()}`)),
  scene('desk-recon-columns', 'rich', '/login', async (tools) => {
    await open(tools, `recon/bank/KBANK/${yesterday()}`)
    const name = textsOf('features/recon/recon-texts.json')('mapping.open', tools.language)
    await tools.page.getByRole('main').getByRole('button', { name }).click()
    await dialogOf(tools)
  }),
  scene('desk-staff-sessions', 'rich', '/login', async (tools) => {
    await open(tools, 'staff')
    await tools.page.getByRole('tab').nth(1).click()
    await untilQuiet(tools.page)
  }),
  scene('desk-audit-export', 'rich', '/login', async (tools) => {
    await open(tools, 'audit')
    await tools.page.keyboard.press('e')
    await dialogOf(tools)
  }),
  scene('desk-factor', 'rich', '/login', async (tools) => {
    await open(tools, 'today')
    await tools.page.locator('header button[class*=agent][aria-haspopup=dialog]').click()
    await tools.page.getByRole('dialog').locator('summary').click()
  }),
]
