import { useRef, useState } from 'react'

/** A second tap on "continue" falls on "confirm", which has come to its place: it counts for nothing. */
const DOUBLE_TAP_MS = 400

/** Whether an amount is being reviewed, and since when. */
export interface Review {
  readonly amountMinor: number | undefined
  readonly begin: (amountMinor: number) => void
  readonly end: () => void
  /** Whether a press that comes now may be the second half of a double tap. */
  readonly isTooEarly: () => boolean
}

/** Begins without a review. */
export function useReview(): Review {
  const [amountMinor, setAmountMinor] = useState<number>()
  const sinceMs = useRef(0)
  return {
    amountMinor,
    begin: (reviewed) => {
      sinceMs.current = performance.now()
      setAmountMinor(reviewed)
    },
    end: () => setAmountMinor(undefined),
    isTooEarly: () => performance.now() - sinceMs.current < DOUBLE_TAP_MS,
  }
}
