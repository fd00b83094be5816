import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validate } from 'promptparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { startTestSandbox, type TestSandbox } from '../testing/harness.ts'
import { billVector, payer } from '../testing/samples.ts'
import { slipSvg } from './slip-picture.ts'
import type { Transfer } from './transfers.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  sandbox = await startTestSandbox()
})
afterAll(async () => sandbox.close())

async function readSlip(path: unknown): Promise<{ type: string | null; texts: string[] }> {
  const response = await fetch(`${sandbox.url}${String(path)}`)
  const picture = new Uint8Array(await response.arrayBuffer())
  const codes = await readBarcodes(picture, { formats: ['QRCode'] })
  return { type: response.headers.get('content-type'), texts: codes.map((code) => code.text) }
}

describe('the e-slip', () => {
  it('of a QR payment carries the mini-QR of its transfer', async () => {
    const { body } = await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })
    const { type, texts } = await readSlip(body['slip'])
    expect(type).toBe('image/png')
    expect(texts).toEqual([body['slipPayload']])
    expect(validate.slipVerify(texts[0] ?? '')).toEqual({ sendingBank: '014', transRef: body['transRef'] })
  })

  it('can be read whatever the names hold', async () => {
    const from = { ...payer, name: '<&>"\u0000\uD800 น้ำ ຄຳ 🙂 ' + 'ก'.repeat(100) }
    const to = { bankCode: 'BCEL', accountNo: '0201234567890', name: '</text></svg>' }
    const { body } = await sandbox.post('/api/bank/transfer', { from, to, amount: 0.01 })
    expect((await readSlip(body['slip'])).texts).toEqual([body['slipPayload']])
  })

  it('is not there for a transfer that is not', async () => {
    for (const path of ['/bank/slips/NONE.png', '/bank/slips/..%2f..%2fsecret', '/bank/slips/x.svg']) {
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404)
    }
  })

  it('says who paid whom, when and how much, and that it is play', () => {
    const transfer: Transfer = {
      transRef: '20261121ABCDEFGHJKMN',
      sendingBank: '014',
      receivingBank: '004',
      reference: 'REF1',
      amountMinor: 1234_56,
      currency: 'BAHT',
      occurredAt: Date.parse('2026-11-21T17:05:00Z'),
      from: payer,
      to: { bankCode: 'KBANK', accountNo: '1112223334', name: 'A & B' },
      told: null,
    }
    const svg = slipSvg(transfer, (code) => `ธนาคาร ${code}`)
    for (const text of [
      '22 พ.ย. 2569 00:05 น.',
      '1,234.56 บาท',
      'xxx-x-x6789-x',
      'A &amp; B',
      'REF1',
      'ธนาคาร KBANK',
      'สลิปจ',
    ]) {
      expect(svg).toContain(text)
    }
    expect(svg).not.toContain('1234567890')
  })
})
