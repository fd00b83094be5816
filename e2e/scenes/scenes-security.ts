import { beginning } from '../stage/browser.ts'
import { openTile, press, type Scene, scene, type SceneTools, sheet } from './scene.ts'

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

async function withFactors({ page }: SceneTools, given: object = {}): Promise<void> {
  await page.route('**/api/account/security', (route) => route.fulfill({ json: { ...answer, ...given } }))
  await page.reload()
  await page.getByText('iPhone', { exact: true }).waitFor()
}

const stepUpWanted = { status: 403, json: { message: 'STEP_UP' } }

/** Has the server take any of the ways when it asks whether it is the member. */
async function withSteps({ page }: SceneTools): Promise<void> {
  const started = { factors: ['authenticator', 'code'], options: null }
  await page.route('**/security/step-up/start', (route) => route.fulfill({ json: started }))
}

/** The way of who can show none of them any more. */
async function openRecovery(tools: SceneTools): Promise<void> {
  await withFactors(tools, { removedAt: null })
  await press(tools, tools.w('security.recover.open'))
  await sheet(tools).getByLabel(tools.w('field.password'), { exact: true }).waitFor()
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
  scene('security-rename', 'rich', '/user/security', async (tools) => {
    await withFactors(tools)
    await press(tools, tools.w('security.renameNamed', { name: 'iPhone' }))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('security-password', 'new', '/user/security', async (tools) => {
    const refusal = { status: 403, json: { message: 'PASSWORD_NEEDED' } }
    await tools.page.route('**/api/account/security/authenticator/start', (route) => route.fulfill(refusal))
    await press(tools, tools.w('security.turnOn'))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('security-recovery', 'rich', '/user/security', (tools) => openRecovery(tools)),
  scene('security-recovery-code', 'rich', '/user/security', async (tools) => {
    const sent = { status: 200, json: { otpToken: 'token', otpRef: 'K7M2' } }
    await tools.page.route('**/api/login/recover', (route) => route.fulfill(sent))
    await openRecovery(tools)
    await sheet(tools).getByLabel(tools.w('field.password'), { exact: true }).fill('the password')
    await sheet(tools)
      .getByRole('button', { name: tools.w('recover.send') })
      .click()
    await sheet(tools)
      .getByRole('button', { name: tools.w('recover.confirm') })
      .waitFor()
  }),
  scene('step-up', 'rich', '/user/security', async (tools) => {
    await tools.page.route('**/api/account/security/codes', (route) => route.fulfill(stepUpWanted))
    await withSteps(tools)
    await withFactors(tools)
    await press(tools, tools.w('security.codes.make'))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('step-up-withdrawal', 'rich', '/user/home', async (tools) => {
    const { page, w } = tools
    await page.route('**/api/wallet/withdrawAll', (route) => route.fulfill(stepUpWanted))
    await withSteps(tools)
    await openTile(tools, 'tile.withdraw', 'withdraw.title')
    await sheet(tools).getByRole('textbox').fill('300')
    await sheet(tools)
      .getByRole('button', { name: w('common.continue') })
      .click()
    await page.getByRole('button', { name: beginning(w('withdraw.confirm', { amount: '' })) }).click()
    await page
      .getByRole('dialog', { name: w('factors.stepUp') })
      .getByRole('textbox')
      .waitFor()
  }),
]
