import { mulDiv } from '@krapao/money'

const MINOR_PER_KIP = 100

/** What a LAO QR asks for an amount of baht at `lakPerBaht`: whole kip, rounded up, in minor units of LAK (rulings 2.5). */
export function lakToPay(amountMinor: number, lakPerBaht: number): number {
  return mulDiv(amountMinor, lakPerBaht, MINOR_PER_KIP, 'ceil') * MINOR_PER_KIP
}

/** What an amount of LAK is worth in satang, rounded down (rulings 2.5). */
export function bahtForLak(lakMinor: number, lakPerBaht: number): number {
  return mulDiv(lakMinor, 1, lakPerBaht, 'floor')
}

/** What a payout of an amount of baht to a LAK account pays: whole kip, rounded down, in minor units (rulings 2.5). */
export function lakToPayOut(amountMinor: number, lakPerBaht: number): number {
  return mulDiv(amountMinor, lakPerBaht, MINOR_PER_KIP, 'floor') * MINOR_PER_KIP
}
