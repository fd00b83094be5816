import { alert, check, close, Icon, useTopDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './toast.module.css'

/** `done` for what went well, `failed` for what did not; `spoken` is read aloud and not drawn. */
export type ToastKind = 'done' | 'failed' | 'spoken'

interface Toast {
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
 * Shows a message above the menu for 4 s; several stack, the newest below. What is there already is not said twice, and
 * of the tries of one `act` only the last is told: it has not failed any more when it succeeds.
 */
export function showToast(kind: ToastKind, text: string, act?: string): void {
  lastId += 1
  const id = lastId
  if (act !== undefined) dropToasts(act)
  change([...toasts.filter((toast) => toast.kind !== kind || toast.text !== text), { id, kind, text, act }])
  setTimeout(() => dismiss(id), TOAST_MS)
}

/** Takes away what was said of the earlier tries of an act, which has now succeeded and says so elsewhere. */
export function dropToasts(act: string): void {
  change(toasts.filter((toast) => toast.act !== act))
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; one a page. What lies under an open dialog is out of reach, so they appear on the top one. */
export function Toasts({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }): ReactNode {
  const shown = useSyncExternalStore(watch, () => toasts)
  const dialog = useTopDialog()
  const section = (
    <section
      className={`${styles.toasts} ${dialog === null ? '' : styles.onDialog}`}
      aria-label={regionLabel}
      aria-live="polite"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  )
  return dialog === null ? section : createPortal(section, dialog.querySelector('[data-toasts]') ?? dialog)
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }): ReactNode {
  if (toast.kind === 'spoken') return <p className="vh">{toast.text}</p>
  const isFailed = toast.kind === 'failed'
  return (
    <div className={`${styles.toast} ${isFailed ? styles.failed : ''}`} role={isFailed ? 'alert' : 'status'}>
      <Icon drawing={isFailed ? alert : check} className={styles.sign ?? ''} />
      <p>{toast.text}</p>
      <button type="button" aria-label={closeLabel} onClick={() => dismiss(toast.id)}>
        <Icon drawing={close} />
      </button>
    </div>
  )
}
