import * as v from 'valibot'
import { memberCall } from './call.ts'
import { QR_REFUSALS } from './money-refusals.ts'
import { amount, done, id, sentAmount, text, time } from './shapes.ts'

/** Deposits by bank QR code, of a bank that the operator makes them on (`qr` in the answer of lookupDeposit). */

const bankCode = v.object({ bankCode: text(32, 'NO_BANK') })

const qrCode = v.object({
  qrcodeId: v.nullable(id),
  hasQrcode: v.boolean(),
  qrcode: v.nullable(v.pipe(v.string(), v.description('SVG markup'))),
  payload: v.nullable(v.pipe(v.string(), v.description('The EMVCo text itself'))),
  amount: v.nullable(amount),
  expireIn: v.nullable(time),
  message: v.nullable(v.string()),
})

export type QrCode = v.InferOutput<typeof qrCode>

export const qrCurrent = memberCall('qrCurrent', 'GET /api/qrcode/:bankCode', {
  summary: 'The live QR code of the member, if there is one',
  params: bankCode,
  answer: qrCode,
  codes: ['NO_BANK'],
})

export const qrCreate = memberCall('qrCreate', 'POST /api/qrcode/:bankCode', {
  summary: 'Makes a QR code that can be paid once; one that lives already is cancelled',
  params: bankCode,
  body: v.object({ amount: sentAmount('DEPOSIT_MINIMUM') }),
  answer: qrCode,
  codes: [...QR_REFUSALS, 'REQUEST_LIMIT'],
  idempotent: true,
})

export const qrCancel = memberCall('qrCancel', 'DELETE /api/qrcode/:qrcodeId', {
  summary: 'Cancels a live QR code; money already sent to it is still credited',
  params: v.object({ qrcodeId: text(64, 'NO_DATA') }),
  answer: done,
  codes: ['NO_DATA'],
})
