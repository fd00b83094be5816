import type { ReadSql } from '../../platform/database/types.ts'
import type { Members } from '../members/index.ts'
import type { DayFigures } from './reports.store.ts'
import type { DaysParts } from './open-days.ts'

export interface ReportsParts extends DaysParts {
  members: Pick<Members, 'registeredCount' | 'registered' | 'cards'>
  /** The days that are not closed, as they were a moment ago. */
  openDays(): Promise<DayFigures[]>
}

/** What a report is read with: of a database that is only read. */
export type ReportReader = Omit<ReportsParts, 'database' | 'reads'> & { database: ReadSql }
