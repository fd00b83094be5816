import type { AnswerOf, calls, QrCode } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'

export type DepositInfo = AnswerOf<typeof calls.lookupDeposit>
export type DepositBank = DepositInfo['banks'][number]
export type DepositWallet = DepositInfo['wallets'][number]

/** The least that a QR is asked for at all: below it the wish is dropped without a word (DEP-018, decisions 2.73). */
const SILENT_BELOW_MINOR = 1_00

/** What a QR of a bank can be made for. */
export interface QrTerms {
  readonly minimumMinor: number
  /** Amounts to choose. */
  readonly presetsMinor: readonly number[]
}

/** A bank that QRs are made on. */
export interface QrBank extends QrTerms {
  readonly bankCode: string
  readonly names: DepositBank['bank']
  /** Whether it stands for a gateway, whose name tells nobody anything. */
  readonly isGateway: boolean
}

/** The banks that a QR can be made on. */
export function qrBanksOf(info: DepositInfo): QrBank[] {
  return info.banks.flatMap(({ bankCode, bank: names, bankType, qr }) => {
    if (qr === null) return []
    const { minimum, presets } = qr
    const terms = { minimumMinor: fromWireAmount(minimum), presetsMinor: presets.map(fromWireAmount) }
    return [{ bankCode, names, isGateway: bankType === 'PAYMENT', ...terms }]
  })
}

/** The accounts that money is sent to by hand (LIM-031, LIM-033). */
export function accountsOf(info: DepositInfo): { banks: DepositBank[]; wallets: DepositWallet[] } {
  return {
    banks: info.banks.filter((bank) => bank.mode === 'AUTO'),
    wallets: info.wallets.filter((wallet) => wallet.mode === 'AUTO'),
  }
}

/** A way to deposit, as the sheet has a tab for it. */
export type DepositWay = 'qr' | 'bank' | 'gift' | 'slip'

/**
 * The ways that the operator offers, in the order of their tabs. Slips are always taken: the money may have been sent
 * (rulings 3.3); any wallet that is not one to transfer to takes gift links (decisions 2.70).
 */
export function waysOf(info: DepositInfo): DepositWay[] {
  const { banks, wallets } = accountsOf(info)
  const ways: DepositWay[] = []
  if (qrBanksOf(info).length > 0) ways.push('qr')
  if (banks.length + wallets.length > 0 || info.isManual) ways.push('bank')
  if (info.wallets.some(({ mode }) => mode !== 'AUTO')) ways.push('gift')
  ways.push('slip')
  return ways
}

/** Whether the button takes presses: from the minimum; where that is what is dropped without a word, above zero (DEP-016, DEP-017). */
export function canCreate({ minimumMinor }: QrTerms, amountMinor: number | undefined): amountMinor is number {
  if (amountMinor === undefined) return false
  return minimumMinor > SILENT_BELOW_MINOR ? amountMinor >= minimumMinor : amountMinor > 0
}

/** Whether a press does nothing at all (DEP-018). */
export function isSkipped(amountMinor: number): boolean {
  return amountMinor < SILENT_BELOW_MINOR
}

/** A QR that can be paid. */
export interface LiveQr {
  readonly id: string
  readonly bankCode: string
  readonly amountMinor: number
  /** SVG markup. */
  readonly markup: string
  /** The EMVCo text; null from a server that does not tell it. */
  readonly payload: string | null
  readonly endsAtMs: number
}

/** The live QR of an answer, or undefined when there is none. */
export function liveQrOf(bankCode: string, answer: QrCode | undefined): LiveQr | undefined {
  if (answer?.hasQrcode !== true) return undefined
  const { qrcodeId, qrcode, payload, amount, expireIn } = answer
  if (qrcodeId === null || qrcode === null || amount === null || expireIn === null) return undefined
  const endsAtMs = Date.parse(expireIn)
  if (Number.isNaN(endsAtMs)) return undefined
  return { id: qrcodeId, bankCode, amountMinor: fromWireAmount(amount), markup: qrcode, payload, endsAtMs }
}

/** What is known of a QR since it was first seen here. */
export interface SeenQr {
  /** No payment of it came before this time of the server. */
  readonly sinceMs: number
  /** The time that it had left then: a full ring. */
  readonly wholeMs: number
}

/** What was credited since a QR was first seen, by the newest page of the statement; undefined when nothing was. */
export function creditedSince(
  statements: AnswerOf<typeof calls.statementList>['statements'],
  sinceMs: number,
): number | undefined {
  const row = statements.find(
    ({ statementType, from, status, createdAt }) =>
      statementType === 'deposit' && from === 'BANK' && status === 'SUCCESS' && Date.parse(createdAt) >= sinceMs,
  )
  return row === undefined ? undefined : fromWireAmount(row.amount)
}
