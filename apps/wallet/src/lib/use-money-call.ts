import type { Code } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from './api/api-error.ts'
import { createWishBook, openEndMessage } from './money-call.ts'
import type { Message } from './modals.ts'
import { readToken } from './session.ts'
import { loadTexts, readTexts } from './texts/texts.ts'
import { readMemberId, refreshMoney } from './wallet.ts'

/** How a call ended: with an answer, or with what to say to the reader. */
type MoneyCallSaid<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly message: Message }

const wishFor = createWishBook()

/** Sends a call that moves money or grants something. */
export interface MoneyCall<Answer> {
  readonly isRunning: boolean
  /**
   * Sends it, and answers how it ended; undefined when there is nothing to say: the same call is on its way already, as
   * after a double tap, or the app has left for /login. What shows money is asked again at every end.
   */
  readonly run: () => Promise<MoneyCallSaid<Answer> | undefined>
}

/**
 * For a call that `name` tells from all others. It goes out once at a time, under one key until the server has said yes
 * or no: whatever is pressed, it is done once.
 *
 * @param refusals the codes that the contract documents for this call.
 */
export function useMoneyCall<Answer>(
  name: string,
  refusals: readonly Code[],
  send: (key: string) => Promise<Answer>,
): MoneyCall<Answer> {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  return {
    isRunning,
    run: async () => {
      setIsRunning(true)
      const wish = wishFor(name, { token: readToken(), memberId: readMemberId(client) })
      const end = await wish.send('', refusals, send)
      if (end === undefined) return undefined
      setIsRunning(false)
      refreshMoney(client)
      if (end.end === 'done') return { isDone: true, answer: end.answer }
      if (end.error.isHandled) return undefined
      // Without an answer nobody knows what became of it; the next press asks under the same key.
      await loadTexts(['errors']).catch(() => undefined)
      const texts = readTexts()
      const unknownText = texts.find('result.unknownAgain') ?? errorText(texts, end.error)
      const words = { title: texts.t('dialog.errorTitle'), unknownText }
      return { isDone: false, message: openEndMessage(texts, end, words) }
    },
  }
}
