import type { Message } from './modals.ts'
import type { OpenEnd } from './money-call.ts'
import { referenceText } from './money-call.ts'
import type { Texts } from './texts/texts.ts'

/** Why a call has not brought what was wanted, and in a line of its own what support finds it by. */
export function withReference(texts: Texts, text: string, { reference }: OpenEnd): string {
  return `${text}\n${referenceText(texts, reference)}`
}

/** What a dialog would say, in the lines of a toast, which stays for four seconds: of a clear no its reason is enough. */
export function toastText({ kind, text, money, reference }: Message): string {
  return [text, kind === 'waiting' ? money : undefined, reference].filter((line) => line !== undefined).join('\n')
}
