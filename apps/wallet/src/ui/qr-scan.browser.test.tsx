import type { PaymentQr } from '@krapao/payment-codes'
import { paymentQr } from '@krapao/payment-codes'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readCodes } from '../testing/read-codes.ts'
import { drawQr } from './draw-qr.ts'
import { QrPicture, readQrDrawing } from './qr-picture.tsx'
import '@krapao/web/look.css'

/** The longest codes that the server makes: the largest amount to KBANK and WW, and a Lao QR. */
const codes: [string, PaymentQr][] = [
  [
    'KBANK',
    {
      kind: 'promptpay-bill',
      billerId: '000004445556667',
      reference1: 'ABCDEFGH234567JKMNPQ',
      amountMinor: 99_999_999_99,
    },
  ],
  [
    'WW',
    { kind: 'promptpay-bill', billerId: '000994000165501', reference1: 'ZZZZZZZZZZZZZZZZZZZZ', amountMinor: 20_00 },
  ],
  [
    'LAO QR',
    {
      kind: 'lao-qr',
      institution: '27710418',
      receiverType: 'merchant',
      receiverId: '0302000123456',
      reference: 'ABCDEFGH234567JKMNPQ',
      amountMinor: 640_000_000_00,
    },
  ],
]

/** Markup as the server draws it: a quiet zone of four modules, and the dark ones as a path. */
function markupOf(text: string): string {
  const { size, path } = drawQr(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`
}

/** Reads the pixels of the screen, drawn smaller where `scale` is below 1, as a camera further away sees them. */
async function scan(scale: number): Promise<string[]> {
  const base64 = await page.screenshot({ save: false })
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return readCodes(new Blob([bytes], { type: 'image/png' }), scale)
}

afterEach(() => {
  delete document.documentElement.dataset['theme']
  document.body.removeAttribute('style')
})

describe.each(['dark', 'light'])('[DEP-002] [DEP-009] the pixels of a QR in the %s theme', (theme) => {
  it.each(codes)('of %s are read on a phone of 320, at 184 pixels and from further away', async (_bank, code) => {
    const text = paymentQr(code)
    const drawing = readQrDrawing(markupOf(text))
    if (drawing === undefined) throw new Error('there is a code in it')
    await page.viewport(320, 568)
    document.documentElement.dataset['theme'] = theme
    document.body.style.background = 'var(--c-ground)'
    await render(
      <div style={{ padding: 24 }}>
        <QrPicture drawing={drawing} label="QR" />
      </div>,
    )
    const { width } = page.getByRole('img', { name: 'QR' }).element().getBoundingClientRect()
    expect(Math.round(width)).toBeLessThanOrEqual(224)
    expect(await scan(1)).toEqual([text])
    expect(await scan(0.75)).toEqual([text])
  })
})
