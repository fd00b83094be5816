import type { Code, SlipReason } from '@krapao/contract'
import type { PlayedTransfer } from '../played/played-bank.ts'

/** The texts of codes that a picture can show. */
export interface SlipCodes {
  /** Of the transfer that the case is about. */
  slip: string
  /** Of another transfer. */
  other: string
}

/**
 * What comes of a picture: a credit, a refusal with its reason, a refusal of the upload by its code, or nothing yet, for
 * a person must decide.
 */
export type SlipOutcome = 'SUCCESS' | 'IN_PROGRESS' | SlipReason | { refused: Code }

export interface SlipPictureCase {
  name: string
  draw(codes: SlipCodes): Promise<Buffer>
  outcome: SlipOutcome
  /** What the bank tells of the transfer besides a good one of 100 baht; null: it knows none. */
  transfer?: Partial<PlayedTransfer> | null
  /** Of the transfer, where it matters how its code looks: in a cut code only some patterns are seen at all. */
  transRef?: string
  /** Minutes between transfer and upload; 5 unless told. */
  ageMinutes?: number
}
