import { type Scene, scene, type SceneTools } from './scene.ts'

/** Opens the page of a scene once more, without what comes from these addresses. */
async function without({ page }: SceneTools, ...addresses: string[]): Promise<void> {
  for (const address of addresses) await page.route(address, (route) => route.abort('internetdisconnected'))
  await page.reload()
}

/** The same without the live connection: when that comes to stand, the page asks once more. */
async function withoutCalls(tools: SceneTools, address: string): Promise<void> {
  await tools.page.routeWebSocket('**/socket.io/**', (socket) => void socket.close())
  await without(tools, address, '**/socket.io/**')
}

/** Has the browser say that a newer build waits, which the server has already. */
async function withNewerBuild({ page }: SceneTools): Promise<void> {
  await page.addInitScript(() => {
    const registration = { waiting: { postMessage: () => undefined }, addEventListener: () => undefined }
    const worker = { controller: {}, addEventListener: () => undefined, register: async () => registration }
    Object.defineProperty(navigator, 'serviceWorker', { value: worker })
  })
  await page.route('**/', (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ body: 'another build' }) : route.fallback(),
  )
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.reload()
  await asked
}

/** Waits for the way on that such a page offers, and for its drawing. */
async function offered({ page, w }: SceneTools, action: string): Promise<void> {
  await page.getByRole('button', { name: w(action) }).waitFor()
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

async function goTo({ page, w }: SceneTools, entry: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: w(entry) })
    .click()
}

/** Without a network, without the server, without a part of the app, and with a newer one. */
export const brokenScenes: readonly Scene[] = [
  scene('home-offline', 'rich', '/user/home', async (tools) => {
    await withoutCalls(tools, '**/api/**')
    await tools.page.getByText(tools.w('pwa.offline.title')).waitFor()
    await offered(tools, 'common.retry')
  }),
  scene('home-unreached', 'rich', '/user/home', async (tools) => {
    await tools.page.evaluate(() => localStorage.removeItem('lastBalance'))
    await withoutCalls(tools, '**/api/wallet/home')
    await tools.page.getByText(tools.w('home.loadError')).waitFor()
    await offered(tools, 'common.retry')
  }),
  scene('page-lost', 'rich', '/user/home', async (tools) => {
    await without(tools, '**/statement-page*.js')
    await goTo(tools, 'nav.statement')
    await offered(tools, 'common.retry')
  }),
  scene('app-lost', 'rich', '/user/home', async (tools) => {
    await without(tools, '**/member-*.js')
    await offered(tools, 'common.retry')
  }),
  scene('sheet-lost', 'rich', '/user/home', async (tools) => {
    await without(tools, '**/deposit-sheet*.js')
    const { page, w } = tools
    await page.getByRole('button', { name: w('tile.deposit'), exact: true }).click()
    await page.getByRole('heading', { name: w('common.partError') }).waitFor()
    await offered(tools, 'common.retry')
  }),
  scene('newer-build', 'rich', '/user/statement', async (tools) => {
    await withNewerBuild(tools)
    await goTo(tools, 'nav.profile')
    await tools.page.getByText(tools.w('pwa.update.text')).waitFor()
  }),
]
