import { press, type Scene, scene, type SceneTools, sheet } from './scene.ts'

/** Shows the bonus page as of somebody who holds the first bonus, in one of its states. */
async function holdingBonus({ page, w }: SceneTools, state: 'armed' | 'granted' | 'ending', current = 1_840) {
  const isGranted = state !== 'armed'
  await page.route('**/api/bonus', async (route) => {
    const response = await route.fetch()
    const { bonuses } = (await response.json()) as { bonuses: object[] }
    const userBonus = { _id: 'a'.repeat(26), isActive: true, state, received: [] }
    const json = { bonuses: bonuses.map((bonus, index) => (index === 0 ? { ...bonus, userBonus } : bonus)) }
    await route.fulfill({ response, json })
  })
  await page.route('**/api/bonus/check/active', async (route) => {
    const list = await route.fetch({ url: new URL('/api/bonus', route.request().url()).href })
    const { bonuses: offered } = (await list.json()) as { bonuses: { name: string }[] }
    const name = offered[0]?.name ?? null
    const amounts = isGranted
      ? { base: 750, current, failBelow: 37.5, passFrom: 2_250 }
      : { base: null, current: null, failBelow: null, passFrom: null }
    const json = { status: true, type: 'bonus', kind: 'limit', name, progress: { state, ...amounts } }
    await route.fulfill({ json })
  })
  await page.reload()
  await page.getByRole('region', { name: w('bonus.active.title') }).waitFor()
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor()
}

async function findPromotion(tools: SceneTools, code: string): Promise<void> {
  await tools.page.getByLabel(tools.w('bonus.code.label')).fill(code)
  await press(tools, tools.w('common.search'))
  await sheet(tools).getByRole('button').nth(1).waitFor()
}

async function pressTile({ page, w }: SceneTools, tile: string): Promise<void> {
  await page
    .getByRole('list', { name: w('aria.tiles') })
    .getByRole('button', { name: w(tile) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('common.continue') })
    .waitFor()
}

/** Opens invites or refunds and leaves the banners behind. */
async function pastBanners(tools: SceneTools, of: 'invite' | 'refund'): Promise<void> {
  await pressTile(tools, `tile.${of}`)
  await sheet(tools)
    .getByRole('button', { name: tools.w('common.continue'), exact: true })
    .click()
  await sheet(tools)
    .getByRole('heading', { name: tools.w(`${of}.historyTitle`) })
    .waitFor()
}

async function withRefund({ page }: SceneTools, changes: object): Promise<void> {
  await page.route('**/api/refund/check', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } })
  })
}

/** Bonuses, promotions, invites and refunds. */
export const rewardScenes: readonly Scene[] = [
  scene('bonus', 'rich', '/user/bonus'),
  scene('bonus-armed', 'rich', '/user/bonus', (tools) => holdingBonus(tools, 'armed')),
  scene('bonus-granted', 'rich', '/user/bonus', (tools) => holdingBonus(tools, 'granted')),
  scene('bonus-passed', 'rich', '/user/bonus', (tools) => holdingBonus(tools, 'granted', 2_400)),
  scene('bonus-end', 'rich', '/user/bonus', async (tools) => {
    await holdingBonus(tools, 'granted', 20)
    await press(tools, tools.w('bonus.end'))
    await tools.page.getByRole('alertdialog').waitFor()
  }),
  scene('bonus-ending', 'rich', '/user/bonus', (tools) => holdingBonus(tools, 'ending')),
  scene('bonus-offer', 'rich', '/user/bonus', async ({ page, w }) => {
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').click()
    await page.getByRole('button', { name: w('bonus.modal.receive'), exact: true }).waitFor()
  }),
  scene('promotion', 'rich', '/user/bonus', (tools) => findPromotion(tools, 'LUCKY77')),
  scene('promotion-none', 'rich', '/user/bonus', (tools) => findPromotion(tools, 'NOPE')),
  scene('invite-banners', 'rich', '/user/home', (tools) => pressTile(tools, 'tile.invite')),
  scene('invite', 'rich', '/user/home', (tools) => pastBanners(tools, 'invite')),
  scene('invite-qr', 'rich', '/user/home', async (tools) => {
    await pastBanners(tools, 'invite')
    await press(tools, tools.w('invite.qr'))
    await sheet(tools)
      .getByRole('img', { name: tools.w('invite.qrImage') })
      .waitFor()
  }),
  scene('invite-receive', 'rich', '/user/home', async (tools) => {
    const { page, w } = tools
    await page.route('**/api/wallet/home', async (route) => {
      const response = await route.fetch()
      const home = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: { ...home, invite: { amount: 320, success: 200, fail: 5 } } })
    })
    await page.reload()
    await page.getByRole('button', { name: w('home.inviteReceive'), exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  scene('refund-banners', 'rich', '/user/home', (tools) => pressTile(tools, 'tile.refund')),
  scene('refund', 'rich', '/user/home', (tools) => pastBanners(tools, 'refund')),
  scene('refund-received', 'rich', '/user/home', async (tools) => {
    await withRefund(tools, { refundAmount: 125.5 })
    await pastBanners(tools, 'refund')
  }),
  scene('refund-bonus-held', 'rich', '/user/home', async (tools) => {
    await withRefund(tools, { refundAmount: 125.5, bonus: true })
    await pastBanners(tools, 'refund')
  }),
]
