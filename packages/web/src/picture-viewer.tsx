import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { download } from './drawings.tsx'
import { close } from './drawings-first.tsx'
import { Icon } from './icon.tsx'
import { useModalDialog } from './modal-dialog.ts'
import styles from './picture-viewer.module.css'

/** The words of a picture that can be opened. */
export interface PictureLabels {
  readonly open: string
  readonly close: string
  readonly save: string
  readonly enlarge: string
  readonly shrink: string
}

/** A picture in its place, which a press opens over the whole screen. */
export function OpeningPicture({
  className,
  pictureClassName,
  ...viewed
}: {
  address: string
  /** What the file is called when it is saved. */
  name: string
  alt: string
  labels: PictureLabels
  className: string | undefined
  pictureClassName?: string | undefined
  /** The address does not work, or no more. */
  onFailed: () => void
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const { address, alt, labels, onFailed } = viewed
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={labels.open}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img className={pictureClassName} src={address} alt={alt} onError={onFailed} />
      </button>
      {isOpen ? <PictureViewer {...viewed} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/**
 * A picture over the whole screen. A press makes it large where it was pressed and small again; two fingers do what they
 * do on any page. Its cross, Escape and the browser's back ask for `onClose`.
 */
function PictureViewer({
  address,
  name,
  alt,
  labels,
  onFailed,
  onClose,
}: {
  address: string
  name: string
  alt: string
  labels: PictureLabels
  onFailed: () => void
  onClose: () => void
}): ReactNode {
  const titleId = useId()
  const dialog = useModalDialog(onClose)
  const stage = useRef<HTMLDivElement>(null)
  const [isLarge, setIsLarge] = useState(false)
  /** Where it was pressed, as shares of its width and height; its middle by the keyboard. */
  const pressed = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const box = stage.current
    if (box === null) return
    box.scrollLeft = pressed.current.x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = pressed.current.y * box.scrollHeight - box.clientHeight / 2
  }, [isLarge])
  return (
    <dialog {...dialog} className={styles.viewer} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <button type="button" className={styles.act} aria-label={labels.close} title={labels.close} onClick={onClose}>
          <Icon drawing={close} />
        </button>
        <h2 id={titleId}>{alt}</h2>
        <a className={styles.act} href={address} download={name} aria-label={labels.save} title={labels.save}>
          <Icon drawing={download} />
        </a>
      </div>
      <div ref={stage} className={styles.stage}>
        <button
          type="button"
          className={isLarge ? styles.large : styles.whole}
          aria-label={isLarge ? labels.shrink : labels.enlarge}
          onClick={({ currentTarget, clientX, clientY, detail }) => {
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            pressed.current =
              detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height }
            setIsLarge(!isLarge)
          }}
        >
          <img src={address} alt={alt} onError={onFailed} />
        </button>
      </div>
    </dialog>
  )
}
