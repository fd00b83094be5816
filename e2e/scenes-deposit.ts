import { Buffer } from 'node:buffer'
import { calls } from '@krapao/contract'
import { payer } from './players.ts'
import { openTile, press, type Scene, type SceneTools, sheet } from './scene.ts'

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
  {
    name: 'deposit',
    who: 'new',
    path: '/user/home',
    async act(tools) {
      await cancelQr(tools)
      await openTile(tools, 'tile.deposit', 'deposit.title')
      await sheet(tools).getByRole('textbox').waitFor()
    },
  },
  {
    name: 'deposit-qr',
    who: 'new',
    path: '/user/home',
    async act(tools) {
      const { page, w } = tools
      await cancelQr(tools)
      await openTile(tools, 'tile.deposit', 'deposit.title')
      await sheet(tools).getByRole('textbox').fill('500')
      await press(tools, w('qr.create'))
      await sheet(tools).getByRole('img').first().waitFor()
      await page.getByText(w('qr.done')).first().waitFor()
    },
  },
  { name: 'deposit-bank', who: 'new', path: '/user/home', act: (tools) => openWay(tools, 'bank') },
  {
    name: 'deposit-notice',
    who: 'new',
    path: '/user/home',
    async act(tools) {
      await openWay(tools, 'bank')
      await press(tools, tools.w('deposit.notice.open'))
      await sheet(tools).getByRole('textbox').waitFor()
    },
  },
  { name: 'deposit-gift', who: 'new', path: '/user/home', act: (tools) => openWay(tools, 'gift') },
  {
    name: 'deposit-gift-refused',
    who: 'new',
    path: '/user/home',
    async act(tools) {
      await openWay(tools, 'gift')
      await sheet(tools).getByRole('textbox').fill('https://gift.example/campaign/?v=notalink')
      await press(tools, tools.w('gift.submit'))
      await tools.page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'deposit-slip', who: 'new', path: '/user/home', act: (tools) => openWay(tools, 'slip') },
  {
    name: 'deposit-slip-wrong',
    who: 'new',
    path: '/user/home',
    act: async (tools) => {
      await chooseSlip(tools, await tools.page.screenshot(), 'slip.upload.noQr')
    },
  },
  {
    name: 'deposit-slip-ready',
    who: 'new',
    path: '/user/home',
    act: async (tools) => {
      await chooseSlip(tools, await slipOf(tools), 'slip.upload.readable')
    },
  },
  {
    name: 'deposit-slip-refused',
    who: 'new',
    path: '/user/home',
    async act(tools) {
      // From an account that is not his.
      await chooseSlip(tools, await slipOf(tools), 'slip.upload.readable')
      await sheet(tools)
        .getByRole('button', { name: tools.w('slip.upload.title'), exact: true })
        .click()
      await sheet(tools)
        .getByRole('button', { name: tools.w('slip.upload.another') })
        .waitFor()
    },
  },
  {
    name: 'slips',
    who: 'new',
    path: '/user/statement',
    async act(tools) {
      await press(tools, tools.w('statement.slipButton'))
      await sheet(tools).getByRole('listitem').first().waitFor()
    },
  },
]
