import { startTransition, useEffect, useState } from 'react'

/** By then what was drawn is on the screen too, which gets it some frames later. */
const SHOWN_AFTER_MS = 100

/** Runs once what is drawn now has been seen. Returns how to stop it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, SHOWN_AFTER_MS)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False while a component is drawn first, and true once that was seen: for what nobody sees yet, or misses. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setIsPainted(true))), [])
  return isPainted
}
