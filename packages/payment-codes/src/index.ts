/** Payment codes and slip codes: the EMVCo texts that players' bank apps read, and those printed on slips. */
export type { PaymentQr } from './payment-qr.ts'
export { paymentQr } from './payment-qr.ts'
export type { BankSlipCode, SlipCodeReading, TrueMoneySlipCode } from './slip-code.ts'
export { readSlipCode, slipCode } from './slip-code.ts'
export type { CodeProblem } from './tags.ts'
