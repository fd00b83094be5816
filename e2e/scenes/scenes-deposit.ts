import { Buffer } from 'node:buffer'
import { calls } from '@krapao/contract'
import { payer } from '../stage/players.ts'
import { openTile, press, type Scene, scene, type SceneTools, sheet } from './scene.ts'

/** Ends the live QR of an earlier picture. */
async function cancelQr({ stage, player }: SceneTools): Promise<void> {
  const { token } = player
  const { qrcodeId } = await stage.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
  if (qrcodeId !== null) await stage.api.ok(calls.qrCancel, { token, params: { qrcodeId } })
}

/** Opens the deposit sheet at a way. */
async function openWay(tools: SceneTools, way: 'bank' | 'gift' | 'slip'): Promise<void> {
  await openTile(tools, 'tile.deposit', 'deposit.title')
  await sheet(tools)
    .getByRole('tab', { name: tools.w(`deposit.method.${way}`) })
    .click()
}

/** The picture of a transfer to the operator from an account that is nobody's here. */
async function slipOf({ stage }: SceneTools): Promise<Uint8Array> {
  const { banks } = await stage.api.ok(calls.lookupDeposit)
  const to = banks.find(({ mode, currency }) => mode === 'AUTO' && currency === 'BAHT')
  if (to === undefined) throw new Error('the operator has no account to transfer to')
  const account = { bankCode: to.bankCode, accountNo: to.bankAccountNo }
  return (await stage.sandbox.transfer({ ...payer, name: 'MALEE SUKJAI' }, account, 1_250)).slip
}

/** Chooses a picture in the slip part, and waits until it says what it found. */
async function chooseSlip(tools: SceneTools, picture: Uint8Array, verdict: string): Promise<void> {
  await openWay(tools, 'slip')
  await sheet(tools)
    .getByRole('button', { name: tools.w('slip.upload.choose') })
    .waitFor()
  const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(picture) }
  await sheet(tools).locator('input[type=file]').first().setInputFiles(file)
  await sheet(tools).getByText(tools.w(verdict)).waitFor()
}

/** The ways to deposit, and what became of slips. */
export const depositScenes: readonly Scene[] = [
  scene('deposit', 'new', '/user/home', async (tools) => {
    await cancelQr(tools)
    await openTile(tools, 'tile.deposit', 'deposit.title')
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('deposit-qr', 'new', '/user/home', async (tools) => {
    const { page, w } = tools
    await cancelQr(tools)
    await openTile(tools, 'tile.deposit', 'deposit.title')
    await sheet(tools).getByRole('textbox').fill('500')
    await press(tools, w('qr.create'))
    await sheet(tools).getByRole('img').first().waitFor()
    await page.getByText(w('qr.done')).first().waitFor()
  }),
  scene('deposit-bank', 'new', '/user/home', (tools) => openWay(tools, 'bank')),
  scene('deposit-notice', 'new', '/user/home', async (tools) => {
    await openWay(tools, 'bank')
    await press(tools, tools.w('deposit.notice.open'))
    await sheet(tools).getByRole('textbox').waitFor()
  }),
  scene('deposit-gift', 'new', '/user/home', (tools) => openWay(tools, 'gift')),
  scene('deposit-gift-refused', 'new', '/user/home', async (tools) => {
    await openWay(tools, 'gift')
    await sheet(tools).getByRole('textbox').fill('https://gift.example/campaign/?v=notalink')
    await press(tools, tools.w('gift.submit'))
    await tools.page.getByRole('alert').first().waitFor()
  }),
  scene('deposit-slip', 'new', '/user/home', (tools) => openWay(tools, 'slip')),
  scene('deposit-slip-wrong', 'new', '/user/home', async (tools) => {
    await chooseSlip(tools, await tools.page.screenshot(), 'slip.upload.noQr')
  }),
  scene('deposit-slip-ready', 'new', '/user/home', async (tools) => {
    await chooseSlip(tools, await slipOf(tools), 'slip.upload.readable')
  }),
  scene('deposit-slip-refused', 'new', '/user/home', async (tools) => {
    // From an account that is not his.
    await chooseSlip(tools, await slipOf(tools), 'slip.upload.readable')
    await sheet(tools)
      .getByRole('button', { name: tools.w('slip.upload.title'), exact: true })
      .click()
    await sheet(tools)
      .getByRole('button', { name: tools.w('slip.upload.another') })
      .waitFor()
  }),
  scene('slips', 'new', '/user/statement', async (tools) => {
    await press(tools, tools.w('statement.slipButton'))
    await sheet(tools).getByRole('listitem').first().waitFor()
  }),
]
