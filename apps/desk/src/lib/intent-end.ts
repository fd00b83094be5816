import { CallError } from '@krapao/web'
import type { Texts } from './texts/texts.ts'

/**
 * What a page says of a deed that was sent: that no answer came, or why it was refused; null while there is neither.
 *
 * @param saidOf what the page itself has to say of a refusal; null where it has nothing else than everybody.
 */
export function endOf(
  { error, isUnknown = false }: { readonly error: unknown; readonly isUnknown?: boolean },
  { t, errorText }: Texts,
  saidOf: (refused: CallError) => string | null = () => null,
): { isUnknown: boolean; text: string } | null {
  if (isUnknown) return { isUnknown, text: t('intent.lost') }
  if (error === null) return null
  return { isUnknown, text: (error instanceof CallError ? saidOf(error) : null) ?? errorText(error) }
}
