import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type QrAccount, qrPayload } from './qr-payload.ts'
import { qrSvg } from './qr-svg.ts'

beforeAll(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

const account = (bankCode: string, currency: 'BAHT' | 'LAK', bankAccountNo: string): QrAccount => ({
  qrInstitution: null,
  qr: null,
  bankCode,
  mode: 'QR',
  bankType: bankCode === 'WW' ? 'PAYMENT' : 'SAVING',
  bank: { nameTH: 'ธนาคาร', nameEN: 'Bank', nameLO: 'ທະນາຄານ' },
  bankAccountName: 'HOUSE LIMITED',
  bankAccountNo,
  currency,
})

const accounts = {
  KBANK: account('KBANK', 'BAHT', '444-5-55666-7'),
  WW: account('WW', 'BAHT', '0994000165501'),
  Laos: account('BCEL', 'LAK', '030200012345678'),
}

/** The markup as pixels of a screen, so many in a row; `blur` is what a cheap camera does to them. */
async function scan(markup: string, sidePx: number, blur: number): Promise<string[]> {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1])
  const drawn = sharp(Buffer.from(markup), { density: (72 * sidePx) / modules }).resize(sidePx, sidePx)
  const picture = await (blur > 0 ? drawn.blur(blur) : drawn).flatten({ background: '#fff' }).png().toBuffer()
  const codes = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return codes.map(({ text }) => text)
}

describe('[DEP-002] [DEP-028] the pixels of a QR', () => {
  it.each(Object.entries(accounts))(
    'of %s hold the payload to its last digit, also small and blurred',
    async (_, to) => {
      const reference = fc.stringMatching(/^[A-Z2-7]{20}$/)
      const satang = fc.integer({ min: 1, max: 99_999_999_99 })
      await fc.assert(
        fc.asyncProperty(satang, reference, async (amountMinor, ref) => {
          const chargeMinor = to.currency === 'LAK' ? Math.ceil(amountMinor / 100) * 100 : amountMinor
          const payload = qrPayload(to, chargeMinor, ref)
          const markup = qrSvg(payload)
          for (const [sidePx, blur] of [
            [480, 0],
            [184, 0],
            [184, 0.8],
            [132, 0],
          ] as const) {
            expect(await scan(markup, sidePx, blur), `${sidePx} pixels, blur ${blur}`).toEqual([payload])
          }
          const isLao = to.currency === 'LAK'
          const amount = isLao ? String(chargeMinor / 100) : (chargeMinor / 100).toFixed(2)
          expect(payload).toContain(
            `${isLao ? '53034185802LA' : '53037645802TH'}54${String(amount.length).padStart(2, '0')}${amount}`,
          )
        }),
        {
          numRuns: 12,
          examples: [
            [1, 'A'.repeat(20)],
            [99_999_999_99, 'Z7'.repeat(10)],
          ],
        },
      )
    },
  )
})
