import { paymentQr, type QrDrawing } from '@krapao/payment-codes'
import { expect, it, onTestFinished, vi } from 'vitest'
import '@krapao/web/look.css'
import { readCodes } from '../../testing/read-codes.ts'
import { drawQr } from '../../ui/draw-qr.ts'
import { saveQrPicture } from './save-qr.ts'

const text = paymentQr({
  kind: 'promptpay-bill',
  billerId: '000004445556667',
  reference1: 'ABCDEFGH234567JKMNPQ',
  amountMinor: 1_234_50,
})

/** The same as collectors hand it out that give no text. */
function imageOf({ size, path }: QrDrawing): string {
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>`
  return `data:image/svg+xml;base64,${btoa(markup)}`
}

it.each([
  ['dark', drawQr(text)],
  ['light', drawQr(text)],
  ['dark', imageOf(drawQr(text))],
])(
  'the saved picture of a QR is read by a bank’s app, also in the %s theme, and where it came as a picture',
  async (theme, qr) => {
    document.documentElement.dataset['theme'] = theme
    const made: Blob[] = []
    const named: string[] = []
    const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) made.push(file)
      return 'blob:of-the-test'
    })
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      named.push(this.download)
    })
    onTestFinished(() => {
      for (const spy of [address, clicked]) spy.mockRestore()
      delete document.documentElement.dataset['theme']
    })
    expect(await saveQrPicture(qr, 1_234_50)).toBe(true)
    expect(named).toEqual(['qr-1234.50.png'])
    const [picture] = made
    if (picture === undefined) throw new Error('nothing was saved')
    expect(picture.type).toBe('image/png')
    expect(await readCodes(picture)).toEqual([text])
    // As small as a picture in a gallery.
    expect(await readCodes(picture, 0.3)).toEqual([text])
  },
)

it('a QR that cannot be drawn is not saved, and that is answered', async () => {
  const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  onTestFinished(() => {
    for (const spy of [drawn, clicked]) spy.mockRestore()
  })
  expect(await saveQrPicture(drawQr(text), 100)).toBe(false)
  expect(clicked).not.toHaveBeenCalled()
})
