import { observed } from './observed.ts'

/** `done` for what went well, `failed` for what did not; `spoken` is read aloud and not drawn. */
export type ToastKind = 'done' | 'failed' | 'spoken'

/** A message that is shown. */
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly act: string | undefined
}

/** How long a message stays. */
export const TOAST_MS = 4_000

const toasts = /* @__PURE__ */ observed<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a message for 4 s, or for another time; several stack, the newest below. What is there already is not said twice, and
 * of the tries of one `act` only the last is told: it has not failed any more when it succeeds.
 */
export function showToast(kind: ToastKind, text: string, act?: string, ms = TOAST_MS): void {
  lastId += 1
  const id = lastId
  if (act !== undefined) dropToasts(act)
  toasts.set([...toasts.read().filter((toast) => toast.kind !== kind || toast.text !== text), { id, kind, text, act }])
  setTimeout(() => dismissToast(id), ms)
}

/** Takes away what was said of the earlier tries of an act, which has now succeeded and says so elsewhere; without one all. */
export function dropToasts(act?: string): void {
  toasts.set(act === undefined ? [] : toasts.read().filter((toast) => toast.act !== act))
}

/** Takes one away before its time. */
export function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((toast) => toast.id !== id))
}

/** The messages that are shown, the newest last. */
export const useToasts = toasts.use
