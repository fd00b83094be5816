import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './today-texts.json'

export type TodayTexts = ReturnType<typeof useTodayTexts>

/** The texts of this place. */
export function useTodayTexts() {
  return usePlaceTexts(table)
}
