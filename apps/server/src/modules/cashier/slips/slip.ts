import { DAY_MS } from '../../../platform/durations.ts'
import type { Slip } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { holdsForeignContent } from '../../../platform/files/index.ts'
import { newId } from '../../../platform/ids.ts'
import { type PictureReading, PicturesBusyError } from '../../../platform/pictures/index.ts'
import { isSlipOpen } from '../../operator/index.ts'
import { type CashierParts, SLIPS_JOB } from '../cashier.parts.ts'
import { subjectOf } from './slip.rules.ts'
import {
  countingUndecided,
  insertSlip,
  oldestOfNewestSlips,
  slipById,
  slipByReference,
  type SlipRow,
  slipsOf,
} from './slip.store.ts'

/** What names the sending bank of a slip of the TrueMoney wallet, which has no three digits. */
export const WALLET_BANK = 'TW'

/** Slips of one member that may wait for the bank and the operator, who has to look at each. */
const UNDECIDED_MAX = 10
/** Slips of one member in a day: each leaves a picture that is kept. */
const DAILY_MAX = 50
const RETRY_AFTER_S = 60
/** What is said of a slip in progress that waits for a person. */
const IN_REVIEW = 'IN_REVIEW'

/** An uploaded slip. `operationId` becomes its id. */
export interface SlipUpload {
  memberId: string
  operationId: string
  bytes: Buffer
  /** SHA-256 of the bytes. */
  hash: string
}

// Slips as members send and see them (rulings 3.3).

async function requireOpen(parts: CashierParts, now: Date): Promise<void> {
  const { slipClosedFrom: closedFrom, slipClosedUntil: closedUntil } = await parts.operator.settings()
  if (!isSlipOpen(now, closedFrom, closedUntil)) refuse('SLIP_CLOSED', { details: { closedFrom, closedUntil } })
}

async function requireRoom(parts: CashierParts, tx: Sql, { memberId, operationId }: SlipUpload): Promise<void> {
  const undecided = await countingUndecided(tx, memberId, operationId)
  if (undecided >= UNDECIDED_MAX) refuse('REQUEST_LIMIT', { retryAfterS: RETRY_AFTER_S })
  const since = new Date(parts.clock.now().getTime() - DAY_MS)
  const oldest = await oldestOfNewestSlips(tx, memberId, operationId, { count: DAILY_MAX, since })
  // A place is free again a day after the oldest of the slips that take them all.
  const retryAfterS = oldest && Math.ceil((oldest.getTime() - since.getTime()) / 1000)
  if (retryAfterS !== null) refuse('REQUEST_LIMIT', { retryAfterS })
}

async function readPicture(parts: CashierParts, { bytes, memberId }: SlipUpload): Promise<PictureReading> {
  try {
    return await parts.pictures.read(bytes, memberId)
  } catch (error) {
    if (error instanceof PicturesBusyError) refuse('SLIP_UPLOAD_FAIL', { retryAfterS: 5 })
    throw error
  }
}

/** Only the picture made anew is ever written; the bytes that came are not. */
async function keepPicture(parts: CashierParts, owner: string, reading: PictureReading): Promise<string | null> {
  if (!reading.ok) return null
  try {
    return await parts.files.write({ owner, mediaType: reading.mediaType, bytes: reading.bytes })
  } catch (error) {
    parts.logger.error({ err: error }, 'the picture of a slip could not be kept')
    refuse('SLIP_UPLOAD_FAIL', { cause: error, retryAfterS: 5 })
  }
}

async function take(parts: CashierParts, upload: SlipUpload, now: Date): Promise<void> {
  const { memberId, operationId: id } = upload
  const reading = await readPicture(parts, upload)
  const subject = subjectOf(reading)
  const fileId = await keepPicture(parts, memberId, reading)
  const { oneName } = await parts.operator.bankNames()
  const row = {
    id,
    memberId,
    reference: newId(now),
    fileId,
    fileHash: upload.hash,
    pictureNote: subject.kind === 'none' ? subject.note : null,
    sendingBank:
      subject.kind === 'transfer' ? oneName(subject.sendingBank) : subject.kind === 'none' ? null : WALLET_BANK,
    transRef: subject.kind === 'none' ? null : subject.transRef,
    createdAt: now,
  }
  await parts.database.transaction(async (tx) => {
    await requireRoom(parts, tx, upload)
    const isNew = await insertSlip(tx, row)
    if (isNew && fileId !== null) await parts.files.keep(tx, fileId)
  })
}

function view(parts: CashierParts, row: SlipRow): Slip {
  return {
    createdAt: row.createdAt.toISOString(),
    amount: row.amountMinor === null ? null : toWireAmount(row.amountMinor),
    status: row.state === 'credited' ? 'SUCCESS' : row.state === 'refused' ? 'FAILED' : 'IN_PROGRESS',
    note: row.state === 'refused' ? row.note : row.state === 'review' ? IN_REVIEW : null,
    link: row.fileId === null ? null : parts.files.link({ id: row.fileId, owner: row.memberId }),
    reference: row.reference,
  }
}

/**
 * Takes a picture: makes it anew, keeps it, reads its code, and leaves the decision to the job. Refuses with
 * SLIP_INVALID_FILE, SLIP_CLOSED, REQUEST_LIMIT while ten are undecided or after fifty in a day, and SLIP_UPLOAD_FAIL when it
 * could not be read or kept for now.
 */
export async function uploadSlip(parts: CashierParts, sent: SlipUpload): Promise<{ slip: Slip }> {
  const earlier = await slipById(parts.database, sent.operationId)
  if (earlier !== null) return { slip: view(parts, earlier) }
  if (holdsForeignContent(sent.bytes)) refuse('SLIP_INVALID_FILE')
  const now = parts.clock.now()
  await requireOpen(parts, now)
  const standing = await parts.members.standing(parts.database, sent.memberId)
  await parts.members.gate(parts.database, { memberId: sent.memberId, action: 'slip', standing, amountMinor: 0 })
  // Asked before the picture is read, which is much work, and for good when it is written down.
  await parts.database.transaction((tx) => requireRoom(parts, tx, sent))
  await take(parts, sent, now)
  parts.jobs.wake(SLIPS_JOB)
  const row = await slipById(parts.database, sent.operationId)
  if (row === null) throw new Error('a slip that was written down is gone')
  return { slip: view(parts, row) }
}

export async function listSlips(
  parts: CashierParts,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; slips: Slip[] }> {
  const { total, rows } = await slipsOf(parts.database, memberId, { offset: (page - 1) * limit, limit })
  return { total, slips: rows.map((row) => view(parts, row)) }
}

/** The address of the member's own picture. Refuses with NO_DATA. */
export async function slipImage(parts: CashierParts, memberId: string, reference: string): Promise<{ url: string }> {
  const row = await slipByReference(parts.database, memberId, reference)
  if (row === null || row.fileId === null) refuse('NO_DATA')
  return { url: parts.files.link({ id: row.fileId, owner: memberId }) }
}
