/** Payment codes and slip codes: the EMVCo texts that players' bank apps read, and those printed on slips. */
export type { AnyIdQr, BillQr, LaoQr, PaymentQr, PaymentQrReading } from './payment-qr.ts'
export { paymentQr, readPaymentQr } from './payment-qr.ts'
export type { BankSlipCode, SlipCodeReading, TrueMoneySlipCode } from './slip-code.ts'
export { readSlipCode, slipCode } from './slip-code.ts'
export type { CodeProblem } from './tags.ts'
