import { untilQuiet } from '../stage/quiet.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'
import { goTo } from './scenes-desk-work.ts'

const at = '2026-12-01T00:00:00.000Z'
const version = {
  ...{ number: 7, at, by: 'agent:x', agent: { _id: 'x', name: 'สุดา' }, confirmedBy: null, confirmer: null },
  ...{ publishAt: at, publishedAt: null, note: null, problem: null },
}

/** Opens a part, with something of how it stands put in place of what is so. */
async function openPart(tools: SceneTools, part: string, given: object = {}): Promise<void> {
  const { page } = tools
  await page.route(/\/api\/desk\/content$/, async (route) => {
    const answered = await route.fetch()
    const { parts, ...rest } = (await answered.json()) as { parts: { part: string }[] }
    const json = { ...rest, parts: parts.map((one) => (one.part === part ? { ...one, ...given } : one)) }
    await route.fulfill({ response: answered, json })
  })
  await goTo(tools, () => `content/${part}`)
  await page.getByRole('main').getByRole('group').first().waitFor()
  // The phone is shown once the wallet in it is there.
  await page.locator('iframe[data-ready=true]').waitFor()
  await untilQuiet(page)
}

/** Types into the first text, and sends it to a server that answers so. */
async function sendRefused(tools: SceneTools, status: number, json: object): Promise<void> {
  const { page } = tools
  await page.route(/\/api\/desk\/content\/condition$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
  )
  await openPart(tools, 'condition')
  await page.getByRole('main').getByRole('group').locator('textarea').first().fill('<p>ใหม่</p>')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('main').getByRole('alert').first().waitFor()
}

/** What players read, changed at the desk. */
export const deskContentScenes: readonly Scene[] = [
  ...[
    'banners',
    'notice',
    'condition',
    'games',
    'depositAccounts',
    'howtoWallet',
    'contact',
    'channels',
    'sources',
  ].map((part) => scene(`desk-content-${part.toLowerCase()}`, 'rich', '/login', (tools) => openPart(tools, part))),
  scene('desk-content-planned', 'rich', '/login', (tools) =>
    openPart(tools, 'condition', { scheduled: { ...version, state: 'SCHEDULED' } }),
  ),
  scene('desk-content-not-published', 'rich', '/login', (tools) =>
    openPart(tools, 'games', {
      failed: { ...version, state: 'FAILED', problem: { code: 'NO_GAME', facts: { game: 'PG' } } },
    }),
  ),
  scene('desk-content-proposed', 'rich', '/login', (tools) =>
    openPart(tools, 'depositAccounts', { proposalId: '01k0000000000000000000000a' }),
  ),
  scene('desk-content-read-only', 'rich', '/login', (tools) => openPart(tools, 'agreement', { mayChange: false })),
  scene('desk-content-wrong', 'rich', '/login', (tools) =>
    sendRefused(tools, 422, { message: 'NO_DATA', details: { fields: ['lo.0', 'en.1'] } }),
  ),
  scene('desk-content-moved', 'rich', '/login', (tools) => sendRefused(tools, 409, { message: 'MOVED_ON' })),
]
