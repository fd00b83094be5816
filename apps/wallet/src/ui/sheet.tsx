import { close, Icon, left, useModalDialog } from '@krapao/web'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useDragToClose } from './drag-to-close.ts'
import styles from './sheet.module.css'

/**
 * What stands on a sheet. What goes in steps is drawn on one sheet: another one in its place would open over a message
 * that came meanwhile.
 */
export interface SheetContent {
  readonly title: string
  /** The way back to the step before, beside the title. */
  readonly back?: { readonly label: string; readonly isDisabled?: boolean; readonly onBack: () => void }
  /** A picture over the whole width in place of the title, which then stands in it. */
  readonly cover?: ReactNode
  /** What stays in sight below: the action. */
  readonly footer?: ReactNode
  /** What tells steps apart that share a title. */
  readonly step?: string
  /** One height whatever stands on it: for what comes in steps, and for tabs, so that nothing jumps. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/**
 * A sheet that rises from the bottom on a phone and stands in the middle on a desktop. It is there while it is drawn;
 * Escape, the browser's back, a press beside it, its cross and a pull down by its head ask for `onClose`.
 */
export function Sheet({
  title,
  closeLabel,
  onClose,
  back,
  cover,
  footer,
  step = title,
  isTall = false,
  children,
}: SheetContent & { closeLabel: string; onClose: () => void }): ReactNode {
  const titleId = useId()
  const dialog = useModalDialog(onClose)
  const bodyRef = useReachableScroll()
  const headingRef = useStartOfNewStep(step, bodyRef)
  const drag = useDragToClose(dialog.ref, onClose)
  const closeButton = (
    <IconButton label={closeLabel} onClick={onClose}>
      <Icon drawing={close} />
    </IconButton>
  )
  return (
    // The press is a shortcut for a pointer; the keyboard has Escape, which a dialog hears by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      {...dialog}
      className={isTall ? `${styles.sheet} ${styles.tall}` : styles.sheet}
      aria-labelledby={cover === undefined ? titleId : undefined}
      aria-label={cover === undefined ? undefined : title}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.inner} {...drag}>
        {cover === undefined ? (
          <div className={styles.head} data-grip>
            {back === undefined ? null : (
              <IconButton label={back.label} disabled={back.isDisabled} onClick={back.onBack}>
                <Icon drawing={left} />
              </IconButton>
            )}
            <h2 id={titleId} ref={headingRef} tabIndex={-1}>
              {title}
            </h2>
            {closeButton}
          </div>
        ) : (
          <div className={styles.cover} data-grip>
            {cover}
            {closeButton}
          </div>
        )}
        <div ref={bodyRef} className={styles.body}>
          <div>{children}</div>
        </div>
        {/* Where what is told for a moment lies: over what is asked here, never over its title nor its button. */}
        <div className={styles.told} data-toasts />
        {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}

/** At another step reading goes on at its heading, where the pressed button may be no more. */
function useStartOfNewStep(
  step: string,
  bodyRef: RefObject<HTMLDivElement | null>,
): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    bodyRef.current?.scrollTo(0, 0)
    ref.current?.focus()
  }, [step, bodyRef])
  return ref
}

/**
 * What scrolls can be scrolled by the keyboard too, also where it holds nothing that takes the focus; and when a phone's
 * keyboard comes and leaves it less room, what has the focus stays whole in sight.
 */
function useReachableScroll(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = ref.current
    if (body === null) return undefined
    const observer = new ResizeObserver(([first]) => {
      if (first?.target === body) body.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
      if (body.scrollHeight > body.clientHeight) body.tabIndex = 0
      else body.removeAttribute('tabindex')
    })
    observer.observe(body)
    if (body.firstElementChild !== null) observer.observe(body.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return ref
}
