import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from './api/api-error.ts'
import type { Attempt } from './attempt.ts'
import { createAttempt } from './attempt.ts'
import { readFailedCall } from './money-call.ts'
import { readToken } from './session.ts'
import { readTexts } from './texts/texts.ts'
import { refreshMoney } from './wallet.ts'

/** How a call ended: with an answer, or with what to say to the reader. */
export type MoneyCallEnd<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly text: string }

interface Wish {
  readonly attempt: Attempt
  /** The key that went out last. */
  lastKey: string | undefined
  isRunning: boolean
}

/** By the name of a call: what is sent again after its sheet was closed and opened is the same wish still. */
const wishes = new Map<string, Wish>()

function wishFor(name: string): Wish {
  const wish = wishes.get(name) ?? { attempt: createAttempt(), lastKey: undefined, isRunning: false }
  wishes.set(name, wish)
  return wish
}

/** Sends a call that moves money or grants something. */
export interface MoneyCall<Answer> {
  readonly isRunning: boolean
  /**
   * Sends it, and answers how it ended; undefined when there is nothing to say: the same call is on its way already, as
   * after a double tap, or the app has left for /login. What shows money is asked again at every end.
   */
  readonly run: () => Promise<MoneyCallEnd<Answer> | undefined>
}

/**
 * For a call that `name` tells from all others. It goes out once at a time, under one key until the server has said yes
 * or no: whatever is pressed, it is done once.
 */
export function useMoneyCall<Answer>(name: string, send: (key: string) => Promise<Answer>): MoneyCall<Answer> {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)

  async function exchange(wish: Wish): Promise<MoneyCallEnd<Answer> | undefined> {
    // Another member's wish is another wish.
    const key = wish.attempt.keyFor(readToken() ?? '')
    const isFirstTry = key !== wish.lastKey
    wish.lastKey = key
    try {
      const answer = await send(key)
      wish.attempt.settle()
      return { isDone: true, answer }
    } catch (error) {
      if (error instanceof ApiError && error.isHandled) return undefined
      if (readFailedCall(error, isFirstTry) === 'refused') wish.attempt.settle()
      // Without an answer nobody knows what became of it; the next press asks under the same key.
      const isAnswered = error instanceof ApiError && error.kind === 'refused'
      return { isDone: false, text: isAnswered ? errorText(readTexts(), error) : readTexts().t('result.unknownAgain') }
    }
  }

  return {
    isRunning,
    run: async () => {
      const wish = wishFor(name)
      if (wish.isRunning) return undefined
      wish.isRunning = true
      setIsRunning(true)
      try {
        return await exchange(wish)
      } finally {
        wish.isRunning = false
        setIsRunning(false)
        refreshMoney(client)
      }
    },
  }
}
