import { named, usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './today-texts.json'

export type TodayTexts = ReturnType<typeof useTodayTexts>

/** The texts of this place. */
export function useTodayTexts() {
  return usePlaceTexts(table)
}

/** A queue by its name. */
export const kindText = (texts: TodayTexts, kind: string): string => named(texts, `kind.${kind}`, kind)

/** "Game UFABET" of `game:UFABET`. */
export function partyText({ words, has }: TodayTexts, party: string): string {
  const [kind = '', name = ''] = party.split(':')
  const id = `party.${kind}`
  return has(id) ? `${words(id)} ${name}`.trim() : party
}
