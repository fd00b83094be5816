import { press, type Scene, scene, type SceneTools, sheet } from './scene.ts'

const at = '2026-11-20T13:40:00.000Z'

/** By what somebody shows that it is he who has been here for a while, as no player of the demo has. */
const answer = {
  takesPasskeys: true,
  passkeys: [{ _id: '1', name: 'iPhone', createdAt: at, lastUsedAt: at }],
  authenticatorSince: at,
  codesLeft: 8,
  freshUntil: null,
  removedAt: '2026-11-26T13:40:00.000Z',
  withdrawalsWaitUntil: '2026-11-24T13:40:00.000Z',
  passwordChangedAt: at,
  news: [
    {
      _id: '5',
      what: 'new-device',
      at,
      device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36',
    },
    { _id: '4', what: 'passkey-copied', at, device: null },
    { _id: '3', what: 'authenticator-added', at, device: null },
    { _id: '2', what: 'bank-account', at, device: null },
  ],
}

async function withFactors({ page }: SceneTools): Promise<void> {
  await page.route('**/api/account/security', (route) => route.fulfill({ json: answer }))
  await page.reload()
  await page.getByText('iPhone', { exact: true }).waitFor()
}

/** What members prove by that it is they. */
export const securityScenes: readonly Scene[] = [
  scene('security-new', 'new', '/user/security'),
  scene('security', 'rich', '/user/security', withFactors),
  scene('security-app', 'new', '/user/security', async (tools) => {
    await press(tools, tools.w('security.turnOn'))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('security-codes', 'rich', '/user/security', async (tools) => {
    const codes = Array.from({ length: 10 }, (_, index) => `K7M${index}-Q2XP-9R4T`)
    await tools.page.route('**/api/account/security/codes', (route) => route.fulfill({ json: { codes } }))
    await withFactors(tools)
    await press(tools, tools.w('security.codes.make'))
    await sheet(tools).getByRole('listitem').first().waitFor()
  }),
  scene('step-up', 'rich', '/user/security', async (tools) => {
    const refusal = { status: 403, json: { message: 'STEP_UP' } }
    await tools.page.route('**/api/account/security/codes', (route) => route.fulfill(refusal))
    const started = { factors: ['authenticator', 'code'], options: null }
    await tools.page.route('**/security/step-up/start', (route) => route.fulfill({ json: started }))
    await withFactors(tools)
    await press(tools, tools.w('security.codes.make'))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
]
