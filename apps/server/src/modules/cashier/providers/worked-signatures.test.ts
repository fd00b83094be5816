import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { decimalText, readDecimal } from './decimal-amount.ts'
import { isJeepaySigned, jeepaySign } from './jeepay-sign.ts'
import { isSignedByOpn } from './opn.ts'
import { readQrImage } from './qr-image.ts'

// The worked values of the published formats, and a changed byte of each.

const secret = 'b21pc2Utd2ViaG9vay1zZWNyZXQ='
const event =
  '{"object":"event","id":"evnt_test_1","key":"charge.complete","data":{"object":"charge","id":"chrg_test_1"}}'
const signature = 'c634f05932a65aa727090383697602ecfb076e31da14200a9a5a11e03cc3cd8a'
const delivery = (changes: { signature?: string; time?: string; body?: string; atS?: number } = {}) => ({
  headers: {
    'omise-signature-timestamp': changes.time ?? '1780000000',
    'omise-signature': changes.signature ?? signature,
  },
  body: Buffer.from(changes.body ?? event),
  now: new Date((changes.atS ?? 1_780_000_000) * 1000),
})

it('[CNX-007] an event of Opn is signed as published, by either of two secrets, for five minutes', () => {
  expect(isSignedByOpn(delivery(), secret)).toBe(true)
  expect(isSignedByOpn(delivery({ signature: `${'0'.repeat(64)},${signature}` }), secret)).toBe(true)
  expect(isSignedByOpn(delivery({ atS: 1_780_000_300 }), secret)).toBe(true)
  for (const changed of [
    { atS: 1_780_000_301 },
    { body: event.replace('chrg_test_1', 'chrg_test_2') },
    { time: '1780000001' },
    { signature: signature.replace('c', 'd') },
    { signature: '' },
    { signature: createHmac('sha256', secret).update(`1780000000.${event}`).digest('hex') },
  ])
    expect(isSignedByOpn(delivery(changed), secret)).toBe(false)
})

it('[CNX-009] a call of the Jeepay kind is signed as published', () => {
  const fields = {
    mchNo: 'M1000000001',
    appId: '60cc09bce4b0f1c0b83761c9',
    version: '1.0',
    signType: 'MD5',
    reqTime: '1780000000000',
    mchOrderNo: 'W0000000001',
    ifCode: 'thbank',
    entryType: 'BANK_CARD',
    amount: 12_550,
    currency: 'thb',
    accountNo: '1234567890',
    accountName: 'SOMCHAI JAIDEE',
    bankName: 'KBANK',
    transferDesc: 'payout',
    notifyUrl: 'https://wallet.example/api/hooks/pay',
    extParam: '',
    channelExtra: null,
  }
  const sign = 'E255F628B2ED303BE685AE413EA83A58'
  expect(jeepaySign(fields, 'test-key')).toBe(sign)
  expect(isJeepaySigned({ ...fields, sign: 'of no matter' }, sign, 'test-key')).toBe(true)
  expect(isJeepaySigned({ ...fields, amount: 12_551 }, sign, 'test-key')).toBe(false)
  expect(isJeepaySigned(fields, sign, 'other-key')).toBe(false)
  expect(isJeepaySigned(fields, undefined, 'test-key')).toBe(false)
})

it('[CNX-009] amounts of baht go and come as decimal text without a loss', () => {
  expect([1, 99, 100, 12_550, 99_999_999_999_99].map(decimalText)).toEqual([
    '0.01',
    '0.99',
    '1.00',
    '125.50',
    '99999999999.99',
  ])
  expect(['125.50', '125.5', '125', 125.5].map(readDecimal)).toEqual([12_550, 12_550, 12_500, 12_550])
  for (const wrong of ['125.505', '-1', '1,000', '', '1e3', ' 1', 125.505, null, {}])
    expect(readDecimal(wrong)).toBeNull()
})

it('[CNX-007] a picture of a QR is a PNG or a drawing, and nothing that lives', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>'
  expect(readQrImage(Buffer.from(`<?xml version="1.0"?>\n${drawing}`))).toMatch(/^data:image\/svg\+xml;base64,/)
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  expect(readQrImage(png)).toMatch(/^data:image\/png;base64,/)
  const within = (more: string) => drawing.replace('</svg>', `${more}</svg>`)
  for (const lively of [
    within('<script>1</script>'),
    drawing.replace('<svg ', '<svg onload="1" '),
    within('<foreignObject/>'),
    within('<image href="https://elsewhere.example/1.png"/>'),
    within('<a xlink:href="javascript:1"/>'),
    within('<path fill="url(https://elsewhere.example)"/>'),
    within('<style>@import "https://elsewhere.example"</style>'),
    `<!DOCTYPE svg [<!ENTITY x "y">]>${drawing}`,
    '<html></html>',
    'GIF89a',
    '',
  ])
    expect(readQrImage(Buffer.from(lively)), lively).toBeNull()
})
