import type { TextId } from '../../lib/texts/desk-texts.ts'
import { deskTexts } from '../../lib/texts/desk-texts.ts'
import type { Texts } from '../../lib/texts/texts.ts'

/** What an act is called; one that has no words yet is shown by its own name. */
export function actionText(action: string, t: Texts['t']): string {
  const id = `act.${action}`
  return Object.hasOwn(deskTexts, id) ? t(id as TextId) : action
}
