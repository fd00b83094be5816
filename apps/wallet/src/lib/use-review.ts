import { useEffect, useState } from 'react'

/** A second tap on "continue" falls on "confirm", which has come to its place: it counts for nothing. */
const DOUBLE_TAP_MS = 400

/** What is being reviewed before it is sent. */
export interface Review<Reviewed> {
  readonly reviewed: Reviewed | undefined
  readonly begin: (reviewed: Reviewed) => void
  readonly end: () => void
  /** Whether a press that comes now may be the second half of a double tap; its buttons take none so long. */
  readonly isTooEarly: boolean
}

/** Begins with a review of what `first` answers, or without one. */
export function useReview<Reviewed>(first?: () => Reviewed | undefined): Review<Reviewed> {
  const [reviewed, setReviewed] = useState(first)
  const [isTooEarly, setIsTooEarly] = useState(true)
  useEffect(() => {
    if (reviewed === undefined || !isTooEarly) return undefined
    const timer = setTimeout(() => setIsTooEarly(false), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [reviewed, isTooEarly])
  return {
    reviewed,
    begin: (begun) => {
      setReviewed(begun)
      setIsTooEarly(true)
    },
    end: () => setReviewed(undefined),
    isTooEarly,
  }
}
