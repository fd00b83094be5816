import type { ContentPart } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Signals } from '../../platform/signals.ts'
import type { Operator } from '../operator/index.ts'
import type { Proposals } from '../proposals/index.ts'
import type { FillIns, PartKind } from './content-parts.ts'
import type { NamesOf } from '../deeds/index.ts'

/** What this module works with. */
export interface ContentParts {
  database: Database
  clock: Clock
  logger: Pick<Logger, 'error'>
  signals: Pick<Signals, 'publish'>
  pictures: Pick<Pictures, 'remake'>
  operator: Pick<
    Operator,
    | 'settings'
    | 'settingsIn'
    | 'lockSettings'
    | 'putSetting'
    | 'setting'
    | 'settingDefaults'
    | 'settingHistory'
    | 'forget'
  >
  proposals: Pick<Proposals, 'register' | 'offer' | 'openOn'>
  contentParts: Readonly<Record<ContentPart, PartKind>>
  /** What rules that hold put into the banners before them. */
  fillIns(): Promise<FillIns>
  /** How these of the staff are called. */
  namesOf: NamesOf
  /** Whether two persons have ever put rules of automatic release in force. */
  hasReleaseRules(): Promise<boolean>
  /** Where the wallet shows what is not published yet. */
  previewUrl: string
  memory: { told: number }
}
