import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { randomBytes } from 'node:crypto'
import type { QrCode } from '@krapao/contract'
import { LedgerMistake } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { isUniqueViolation } from '../../../platform/database/index.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { noKey, type OperationKey } from '../../../platform/http/operation-key.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { collectorNamed } from './collectors.ts'
import type { MadeQr } from '../providers/collector.ts'
import { BANK } from '../providers/connectors.ts'
import { type QrAccount, qrPayload } from './qr-payload.ts'
import { pictureSvg, qrSvg } from './qr-svg.ts'
import { requireAdmitted, type Standing, standingGuard } from '../../members/index.ts'
import { REFERENCE_BYTES, referenceFrom } from '../providers/payment-reference.rules.ts'
import { chargeFor, nextPollAt } from './qr.rules.ts'
import {
  cancelLiveQr,
  insertQr,
  liveOfMember,
  liveQr,
  oldestOfNewestQrs,
  PARTY_IDS,
  qrById,
  type QrRow,
  qrWrites,
  replaceLiveQr,
} from './qr.store.ts'
import { currentRate } from '../books/rates.ts'
import { requireMinor, requireNoBonus } from '../books/terms.ts'

/** QRs of one member in a day: each is kept for ever, and asked about at the bank for a day. */
const DAILY_MAX = 200

const UNIQUE_VIOLATION = '23505'

/** A wish for a QR, on its way through the checks. `operationId` becomes the id of the QR. */
export interface QrRequest {
  memberId: string
  operationId: string
  bankCode: string
  /** As it was sent. */
  amount: number
  /** Throws the 422 of the call's schema. */
  rules(): void
  /** The key of the call, if it has one. */
  key?: OperationKey
}

const noQr: QrCode = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: null,
  payload: null,
  amount: null,
  expireIn: null,
  message: null,
}

const failed: QrCode = { ...noQr, message: 'QR_FAIL' }

// QR deposits: one live QR a member, registered at the bank before he sees it (rulings 3.5).

/** The operator's account behind the QRs of a bank code. */
async function accountOf(parts: CashierParts, code: string): Promise<{ account: QrAccount; minimumMinor: number }> {
  const { banks } = await parts.operator.depositAccounts()
  const account = banks.find(({ bankCode, qr }) => bankCode === code && qr !== null)
  if (account === undefined || account.qr === null) refuse('NO_BANK')
  const qrInstitution = (await parts.operator.bank(code))?.qrInstitution ?? null
  return { account: { ...account, qrInstitution }, minimumMinor: account.qr.minimumMinor }
}

/**
 * Makes the member's one live QR, in place of any other. Refuses with NO_BANK, BONUS_REMAINING, DEPOSIT_MINIMUM, and
 * with REQUEST_LIMIT after two hundred in a day.
 */
export async function createQr(parts: CashierParts, request: QrRequest): Promise<QrCode> {
  const { memberId, operationId, key = noKey } = request
  const now = parts.clock.now()
  const [made, standing, oldest] = await Promise.all([
    qrById(parts.database, operationId, memberId),
    parts.members.standing(parts.database, memberId),
    oldestOfDay(parts, memberId, now),
    key.free(),
  ])
  if (made !== null) return view(made, now)
  requireAdmitted(standing, now)
  const { account, minimumMinor } = await accountOf(parts, request.bankCode)
  requireNoBonus(standing)
  const { qrMinutes: minutes } = await parts.operator.settings()
  const amountMinor = requireAmount(request, minimumMinor)
  const wish = { memberId, action: 'qr', amountMinor } as const
  await parts.members.gate(parts.database, { ...wish, standing })
  const lakPerBaht = await currentRate(parts)
  requirePlace(oldest, now)
  const qr = wishOf({ request, account, amountMinor, lakPerBaht, now, minutes })
  const handedOut = await make(parts, qr, account)
  const row = handedOut && draw(parts, qr, account, handedOut)
  if (row === null) return failed
  const answer = view(row, now)
  const pollAt = nextPollAt({ isLive: true, expiresAt: row.expiresAt }, now) ?? row.expiresAt
  if (mayGoTogether(row, standing) && (await insertTogether(parts, { row, pollAt, standing, key, answer })))
    return answer
  await key.take()
  const insert = async (tx: Sql): Promise<void> => {
    // Two at once for one member take turns; should they not, the database keeps one live QR all the same.
    await parts.members.gate(tx, { ...wish, standing: await parts.members.lockStanding(tx, memberId) })
    await replaceLiveQr(tx, row.memberId)
    await insertQr(tx, row, pollAt)
    await key.keepIn(tx, answer)
  }
  try {
    await parts.database.transaction(insert)
    return answer
  } catch (error) {
    if (!isUniqueViolation(error, PARTY_IDS)) throw error
    // It spoke of the earlier QR of that name, and whoever pays it pays that one: nobody sees this one.
    const { collector, reference, partyId } = row
    parts.logger.error({ collector, reference, partyId }, 'a collector named two QRs the same')
    return failed
  }
}

/** Limits are counted with the member's row locked, and what a collector calls his QR may be the name of another. */
const mayGoTogether = (row: QrRow, { hasLimits }: Standing): boolean => !hasLimits && row.partyId === null

/** Writes a QR with those of others, and its answer under its key; false when something of the member's moved meanwhile. */
async function insertTogether(
  { database, ledger }: CashierParts,
  made: { row: QrRow; pollAt: Date; standing: Standing; key: OperationKey; answer: QrCode },
): Promise<boolean> {
  const { row, pollAt, standing, key, answer } = made
  const before = await liveOfMember(database, row.memberId)
  const rows = qrWrites(row, pollAt, before)
  const submission = { movements: [], guards: [standingGuard(row.memberId, standing)], rows }
  try {
    return (await key.submitFirst(ledger, submission, answer)).ok
  } catch (error) {
    // Another first QR of the member's came in between: two such take turns.
    if (error instanceof LedgerMistake && error.sqlState === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** When the oldest of the QRs was made that take all places of a day; null as long as there is one. */
function oldestOfDay({ database }: CashierParts, memberId: string, now: Date): Promise<Date | null> {
  return oldestOfNewestQrs(database, memberId, { count: DAILY_MAX, since: new Date(now.getTime() - DAY_MS) })
}

/** A place is free again a day after the oldest of the QRs that take them all. */
function requirePlace(oldest: Date | null, now: Date): void {
  if (oldest === null) return
  refuse('REQUEST_LIMIT', { retryAfterS: Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000) })
}

/** Null when the account or the amount cannot stand in a payment code. */
function draw(parts: CashierParts, wish: Wish, account: QrAccount, made: MadeQr): QrRow | null {
  const { partyId } = made
  if (made.kind === 'picture') return { ...wish, partyId, payload: null, picture: made.picture }
  try {
    const payload = made.kind === 'text' ? made.payload : qrPayload(account, wish.chargeMinor, wish.reference)
    return { ...wish, partyId, payload, picture: null }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    parts.logger.warn({ err: error, bankCode: account.bankCode }, 'a QR could not be drawn')
    return null
  }
}

/** Has the QR made by whoever collects on this account; null when it is not. */
async function make(parts: CashierParts, wish: Wish, account: QrAccount): Promise<MadeQr | null> {
  const { reference, chargeMinor: amountMinor, currency, createdAt, expiresAt } = wish
  const collector = collectorNamed(parts, wish.collector)
  if (collector === null) parts.logger.error({ collector: wish.collector }, 'KRAPAO_PARTIES names no such collector')
  const accountNo = account.bankAccountNo
  return collector && collector.makeQr({ reference, amountMinor, currency, accountNo, createdAt, expiresAt })
}

/** The member's live QR of a bank. Refuses with NO_BANK. */
export async function currentQr(parts: CashierParts, memberId: string, code: string): Promise<QrCode> {
  const { account } = await accountOf(parts, code)
  const now = parts.clock.now()
  const row = await liveQr(parts.database, memberId, account.bankCode, now)
  return row === null ? noQr : view(row, now)
}

/** Cancels the member's QR, which may be over already. Refuses with NO_DATA when he has none of this id. */
export async function cancelQr(parts: CashierParts, memberId: string, id: string): Promise<void> {
  const row = await qrById(parts.database, id, memberId)
  if (row === null) refuse('NO_DATA')
  await cancelLiveQr(parts.database, row.id)
}

/** A QR before anybody has made it. */
type Wish = Omit<QrRow, 'payload' | 'partyId' | 'picture'>

/** What a new QR is made of. */
interface Drawing {
  request: QrRequest
  account: QrAccount
  amountMinor: number
  lakPerBaht: number
  now: Date
  minutes: number
}

/** A QR with a reference of its own. */
function wishOf({ request, account, amountMinor, lakPerBaht, now, minutes }: Drawing): Wish {
  const { bankCode, currency, qr } = account
  return {
    id: request.operationId,
    memberId: request.memberId,
    bankCode,
    reference: referenceFrom(randomBytes(REFERENCE_BYTES)),
    amountMinor,
    currency,
    chargeMinor: chargeFor(amountMinor, currency, lakPerBaht),
    collector: qr?.collector ?? BANK,
    state: 'live',
    createdAt: now,
    expiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
  }
}

/** The wanted amount in satang, not under the operator's minimum. */
function requireAmount({ amount, rules }: QrRequest, minimumMinor: number): number {
  if (amount < toWireAmount(minimumMinor) || amount === 0) {
    refuse('DEPOSIT_MINIMUM', { details: { min: toWireAmount(minimumMinor) } })
  }
  rules()
  return requireMinor(amount)
}

function view(row: QrRow, now: Date): QrCode {
  if (row.state !== 'live' || row.expiresAt <= now) return noQr
  return {
    qrcodeId: row.id,
    hasQrcode: true,
    qrcode: row.payload === null ? pictureSvg(row.picture ?? '') : qrSvg(row.payload),
    payload: row.payload,
    amount: toWireAmount(row.amountMinor),
    expireIn: row.expiresAt.toISOString(),
    message: null,
  }
}
