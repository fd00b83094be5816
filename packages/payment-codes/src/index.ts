/** Payment codes and slip codes: the EMVCo texts that players' bank apps read, those printed on slips, and their drawing. */
export type { QrDrawing } from './draw-qr.ts'
export { drawQr } from './draw-qr.ts'
export type { PaymentQr } from './payment-qr.ts'
export { paymentQr } from './payment-qr.ts'
export type { BankSlipCode, SlipCodeReading, TrueMoneySlipCode } from './slip-code.ts'
export { readSlipCode, slipCode } from './slip-code.ts'
export type { CodeProblem } from './tags.ts'
