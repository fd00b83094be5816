import type { BonusWorld } from '../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../testing/worlds/desk-world.ts'

/** What one of the staff does at the desk. */
export interface Doing {
  by: Staff
  params?: Record<string, string>
  body?: object
  /** What is sent in place of a body. */
  file?: Buffer
}

export const payer = ({ app }: BonusWorld) => staffMember(app, 'Payer', ['PAYMENTS'])

export const owner = ({ app }: BonusWorld) => staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])

export const marketer = ({ app }: BonusWorld) => staffMember(app, 'Marketer', ['MARKETING'])
