import { type AnswerOf, type desk, TODAY_PAGE_SIZE, type TodayFigure } from '@krapao/contract'
import { readPlace, writePlace } from '../../../platform/place.ts'
import {
  activeRows,
  bookingRows,
  codesOf,
  figureMinor,
  type FigurePage,
  type FigureRows,
  type FlowKind,
  memberOf,
  registeredRows,
} from '../../statements/index.ts'
import type { BackofficeParts, Day } from '../backoffice.parts.ts'
import { boundsOf } from './today.ts'

interface Asked {
  figure: TodayFigure
  day: Day
  after?: string | null | undefined
}

const kindsOfFigure: Partial<Record<TodayFigure, readonly FlowKind[]>> = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals'],
  net: ['deposits', 'withdrawals'],
  ggr: ['results'],
}

/** What a figure is made of: bookings, the newest first, or members. */
export async function listToday(
  parts: BackofficeParts,
  { after, ...asked }: Asked,
): Promise<AnswerOf<typeof desk.deskTodayList>> {
  const page = { behind: readPlace(after), limit: TODAY_PAGE_SIZE }
  const { rows, next } = await rowsBehind(parts, page, asked)
  return { rows, next: next && writePlace(next) }
}

async function rowsBehind(parts: BackofficeParts, page: FigurePage, { figure, day }: Asked): Promise<FigureRows> {
  const bounds = boundsOf(parts.clock.now(), day)
  const kinds = kindsOfFigure[figure]
  if (kinds !== undefined) {
    return bookingRows(parts, page, {
      under: 'house/',
      currency: 'BAHT',
      ...bounds,
      codes: codesOf(...kinds),
      addedMinor: (entry) => (memberOf(entry) === null ? 0 : figureMinor(entry, figure === 'net')),
    })
  }
  if (figure === 'registered') return registeredRows(parts, page, bounds)
  // As far as the last look has seen them.
  await parts.readToday()
  return activeRows(parts, page, parts.memory.days.get(day)?.members ?? [])
}
