import type { Stage } from '../stage/browser.ts'
import { askDesk, newAgent } from '../stage/desk-stage.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'
import { goTo, worldOf } from './scenes-desk-work.ts'

const proposals = new WeakMap<Stage, Promise<string>>()

/** What a colleague of whoever looks proposed for the member of the desk's scenes. */
async function makeProposal(tools: SceneTools): Promise<string> {
  const { stage } = tools
  const [{ memberId }, colleague] = await Promise.all([worldOf(tools), newAgent(stage, 'สุดา', ['PAYMENTS'])])
  const { proposalId } = await askDesk<{ proposalId: string }>(
    stage,
    colleague.token,
    'POST',
    '/api/desk/adjustments',
    {
      ...{ memberId, amount: 4_200, reason: 'correction', reference: 'KP-1DXR-0J98-4410' },
      note: 'ธนาคารตอบว่าจ่ายไม่สำเร็จ ต่อมาส่งเงินกลับเมื่อ 21/11 เวลา 09:02 ขอคืนเข้ากระเป๋าหลักเต็มจำนวน',
    },
  )
  return proposalId
}

async function openProposal(tools: SceneTools, placeOf: (proposalId: string) => string): Promise<void> {
  const making = proposals.get(tools.stage) ?? makeProposal(tools)
  proposals.set(tools.stage, making)
  const proposalId = await making
  await goTo(tools, () => placeOf(proposalId))
  await tools.page.getByRole('table').nth(1).waitFor()
  await untilQuiet(tools.page)
}

/** As it would be when some of what it was judged by is otherwise by now. */
async function moved(tools: SceneTools, stands: 'moved' | 'against'): Promise<void> {
  await tools.page.route(/\/api\/desk\/proposals\/\w+\/outlook$/, async (route) => {
    const answered = await route.fetch()
    const json = (await answered.json()) as { checks: { what: string }[] }
    const checks = json.checks.map((check) => (check.what === 'walletAmount' ? { ...check, now: 120, stands } : check))
    await route.fulfill({ response: answered, json: { ...json, checks } })
  })
}

/** What takes two: proposed by one, and opened by the second person. */
export const deskProposalScenes: readonly Scene[] = [
  scene('desk-adjust', 'rich', '/login', async (tools) => {
    await goTo(tools, ({ memberId }) => `members/${memberId}/adjust`)
    await tools.page.getByRole('table').waitFor()
    await untilQuiet(tools.page)
  }),
  scene('desk-proposal', 'rich', '/login', (tools) => openProposal(tools, (id) => `proposals/${id}`)),
  scene('desk-proposal-moved', 'rich', '/login', async (tools) => {
    await moved(tools, 'moved')
    await openProposal(tools, (id) => `proposals/${id}`)
  }),
  scene('desk-proposal-against', 'rich', '/login', async (tools) => {
    await moved(tools, 'against')
    await openProposal(tools, (id) => `proposals/${id}`)
  }),
  scene('desk-decision-two', 'rich', '/login', (tools) =>
    openProposal(tools, (id) => `decisions/proposal/proposal/${id}`),
  ),
]
