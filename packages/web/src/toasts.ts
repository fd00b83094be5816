import { useSyncExternalStore } from 'react'

/** `done` for what went well, `failed` for what did not; `spoken` is read aloud and not drawn. */
export type ToastKind = 'done' | 'failed' | 'spoken'

/** A message that is shown. */
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly act: string | undefined
}

/** Section 9: toasts stay for 4 s. */
const TOAST_MS = 4_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for 4 s; several stack, the newest below. What is there already is not said twice, and
 * of the tries of one `act` only the last is told: it has not failed any more when it succeeds.
 */
export function showToast(kind: ToastKind, text: string, act?: string): void {
  lastId += 1
  const id = lastId
  if (act !== undefined) dropToasts(act)
  change([...toasts.filter((toast) => toast.kind !== kind || toast.text !== text), { id, kind, text, act }])
  setTimeout(() => dismissToast(id), TOAST_MS)
}

/** Takes away what was said of the earlier tries of an act, which has now succeeded and says so elsewhere. */
export function dropToasts(act: string): void {
  change(toasts.filter((toast) => toast.act !== act))
}

/** Takes one away before its time. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages that are shown, the newest last. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(watch, () => toasts)
}
