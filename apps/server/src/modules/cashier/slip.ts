import type { Slip } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { type Files, holdsForeignContent } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { type PictureReading, type Pictures, PicturesBusyError } from '../../platform/pictures/index.ts'
import type { MembersDoor } from '../members/index.ts'
import { isSlipOpen, type OperatorDoor } from '../operator/index.ts'
import { subjectOf } from './slip.rules.ts'
import {
  countingUndecided,
  insertSlip,
  oldestOfNewestSlips,
  slipByReference,
  slipById,
  type SlipRow,
  slipsOf,
} from './slip.store.ts'

/** What names the sending bank of a slip of the TrueMoney wallet, which has no three digits. */
const WALLET_BANK = 'TW'

/** Slips of one member that may wait for the bank and the operator, who has to look at each. */
const UNDECIDED_MAX = 10
/** Slips of one member in a day: each leaves a picture that is kept. */
const DAILY_MAX = 50
const DAY_MS = 24 * 3_600_000
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

export interface Slips {
  /**
   * Takes a picture: makes it anew, keeps it, reads its code, and leaves the decision to the job. Refuses with
   * SLIP_INVALID_FILE, SLIP_CLOSED, REQUEST_LIMIT while ten are undecided or after fifty in a day, and SLIP_UPLOAD_FAIL when it
   * could not be read or kept for now.
   */
  upload(upload: SlipUpload): Promise<{ slip: Slip }>
  list(memberId: string, page: { page: number; limit: number }): Promise<{ total: number; slips: Slip[] }>
  /** The address of the member's own picture. Refuses with NO_DATA. */
  imageOf(memberId: string, reference: string): Promise<{ url: string }>
}

export interface SlipsDeps {
  database: Database
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  members: MembersDoor
  files: Files
  pictures: Pictures
  /** Has the decision begin. */
  wake(): void
}

/** Slips as members send and see them (rulings 3.3). */
export function createSlips(deps: SlipsDeps): Slips {
  const { database, clock, files } = deps

  async function requireOpen(now: Date): Promise<void> {
    const { slipClosedFrom: closedFrom, slipClosedUntil: closedUntil } = await deps.operator.settings()
    if (!isSlipOpen(now, closedFrom, closedUntil)) refuse('SLIP_CLOSED', { details: { closedFrom, closedUntil } })
  }

  async function requireRoom(tx: Sql, { memberId, operationId }: SlipUpload): Promise<void> {
    const undecided = await countingUndecided(tx, memberId, operationId)
    if (undecided >= UNDECIDED_MAX) refuse('REQUEST_LIMIT', { retryAfterS: RETRY_AFTER_S })
    const since = new Date(clock.now().getTime() - DAY_MS)
    const oldest = await oldestOfNewestSlips(tx, memberId, operationId, { count: DAILY_MAX, since })
    // A place is free again a day after the oldest of the slips that take them all.
    const retryAfterS = oldest && Math.ceil((oldest.getTime() - since.getTime()) / 1000)
    if (retryAfterS !== null) refuse('REQUEST_LIMIT', { retryAfterS })
  }

  async function readPicture({ bytes, memberId }: SlipUpload): Promise<PictureReading> {
    try {
      return await deps.pictures.read(bytes, memberId)
    } catch (error) {
      if (error instanceof PicturesBusyError) refuse('SLIP_UPLOAD_FAIL', { retryAfterS: 5 })
      throw error
    }
  }

  /** Only the picture made anew is ever written; the bytes that came are not. */
  async function keepPicture(owner: string, reading: PictureReading): Promise<string | null> {
    if (!reading.ok) return null
    try {
      return await files.write({ owner, mediaType: reading.mediaType, bytes: reading.bytes })
    } catch (error) {
      deps.logger.error({ err: error }, 'the picture of a slip could not be kept')
      refuse('SLIP_UPLOAD_FAIL', { cause: error, retryAfterS: 5 })
    }
  }

  async function take(upload: SlipUpload, now: Date): Promise<void> {
    const { memberId, operationId: id } = upload
    const reading = await readPicture(upload)
    const subject = subjectOf(reading)
    const fileId = await keepPicture(memberId, reading)
    const { oneName } = await deps.operator.bankNames()
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
    await database.transaction(async (tx) => {
      await requireRoom(tx, upload)
      const isNew = await insertSlip(tx, row)
      if (isNew && fileId !== null) await files.keep(tx, fileId)
    })
  }

  function view(row: SlipRow): Slip {
    return {
      createdAt: row.createdAt.toISOString(),
      amount: row.amountMinor === null ? null : toWireAmount(row.amountMinor),
      status: row.state === 'credited' ? 'SUCCESS' : row.state === 'refused' ? 'FAILED' : 'IN_PROGRESS',
      note: row.state === 'refused' ? row.note : row.state === 'review' ? IN_REVIEW : null,
      link: row.fileId === null ? null : files.link({ id: row.fileId, owner: row.memberId }),
      reference: row.reference,
    }
  }

  return {
    async upload(upload) {
      const earlier = await slipById(database, upload.operationId)
      if (earlier !== null) return { slip: view(earlier) }
      if (holdsForeignContent(upload.bytes)) refuse('SLIP_INVALID_FILE')
      const now = clock.now()
      await requireOpen(now)
      await deps.members.gate(upload.memberId, 'slip')
      // Asked before the picture is read, which is much work, and for good when it is written down.
      await database.transaction((tx) => requireRoom(tx, upload))
      await take(upload, now)
      deps.wake()
      const row = await slipById(database, upload.operationId)
      if (row === null) throw new Error('a slip that was written down is gone')
      return { slip: view(row) }
    },
    async list(memberId, { page, limit }) {
      const { total, rows } = await slipsOf(database, memberId, { offset: (page - 1) * limit, limit })
      return { total, slips: rows.map(view) }
    },
    async imageOf(memberId, reference) {
      const row = await slipByReference(database, memberId, reference)
      if (row === null || row.fileId === null) refuse('NO_DATA')
      return { url: files.link({ id: row.fileId, owner: memberId }) }
    },
  }
}

export { WALLET_BANK }
