import { useEffect, useRef, useState } from 'react'

interface Terms<Sent, Answer> {
  readonly send: (sent: Sent) => Promise<Answer>
  /** Done whatever is drawn by then. */
  readonly onSuccess?: (answer: Answer) => void
  /** The same for every end; without an answer it failed. What it waits for counts as under way. */
  readonly onSettled?: (answer: Answer | undefined) => unknown
}

/** What one call is told of its end, unless whoever sent it is drawn no more. */
interface Ends<Answer> {
  readonly onSuccess?: (answer: Answer) => void
  readonly onError?: (error: unknown) => void
  readonly onSettled?: () => void
}

/** A call that changes something on the server: sent once for each time that it is asked for, and never kept. */
export interface Sending<Sent, Answer> {
  readonly isPending: boolean
  readonly mutate: (sent: Sent, ends?: Ends<Answer>) => void
  /** The same for who waits. Rejects with what went wrong. */
  readonly mutateAsync: (sent: Sent) => Promise<Answer>
}

/** For a call that moves no money (`useMoneyCall` does). */
export function useSending<Sent, Answer>({ send, onSuccess, onSettled }: Terms<Sent, Answer>): Sending<Sent, Answer> {
  const [isPending, setIsPending] = useState(false)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  const mutateAsync = async (sent: Sent): Promise<Answer> => {
    let answer: Answer | undefined
    setIsPending(true)
    try {
      answer = await send(sent)
      onSuccess?.(answer)
      return answer
    } finally {
      await onSettled?.(answer)
      setIsPending(false)
    }
  }
  const mutate = async (sent: Sent, ends: Ends<Answer> = {}): Promise<void> => {
    try {
      const answer = await mutateAsync(sent)
      if (isDrawn.current) ends.onSuccess?.(answer)
    } catch (error) {
      if (isDrawn.current) ends.onError?.(error)
    }
    if (isDrawn.current) ends.onSettled?.()
  }
  return { isPending, mutate: (sent, ends) => void mutate(sent, ends), mutateAsync }
}
