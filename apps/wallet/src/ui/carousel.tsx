import { Icon, left, right, useIsPainted } from '@krapao/web'
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './carousel.module.css'

/** More dots than this tell nobody where he is. */
const DOTS_MAX = 12

export interface CarouselItem {
  readonly key: string
  /** What fills the card. */
  readonly picture: ReactNode
  /** What is written on it, in sight when it is in front; the card is called by it. */
  readonly words: ReactNode
}

/** The words of a carousel. */
export interface CarouselLabels {
  readonly previous: string
  readonly next: string
  /** Read aloud when another card came to the front. */
  readonly position: (n: number, total: number) => string
}

/**
 * How many places card `index` stands from the front of a ring of `total` cards, when the row is scrolled by `scrolled`
 * places: below 0 to the left. A ring has no ends, so the last card stands to the left of the first; two cards make none.
 */
export function placeInRing(index: number, scrolled: number, total: number): number {
  const away = index - scrolled
  if (total < 3) return away
  return away - total * Math.floor((away + total / 2) / total)
}

/**
 * A ring of cards of 300 by 211, three in sight and all within reach: by touch (the row scrolls and snaps), by its two
 * buttons, and by the arrow keys, Home and End. It lies flat where motion is reduced (CAR-001 to CAR-006). Without
 * `onOpen` its cards are pictures, and the keys are heard by the row.
 */
export function Carousel({
  title,
  isTitleHidden = false,
  isBelow = false,
  note,
  labels,
  items,
  onOpen,
  onFront,
}: {
  title: string
  /** The title is written nearby already: here it is only read aloud. */
  isTitleHidden?: boolean
  /** It stands lower on its page: what is on its cards comes after what stands above. */
  isBelow?: boolean
  /** Small, after the title: how many there are. */
  note?: string
  labels: CarouselLabels
  items: readonly CarouselItem[]
  onOpen?: (key: string) => void
  /** Hears which card came to the front. */
  onFront?: (index: number) => void
}): ReactNode {
  const titleId = useId()
  const total = items.length
  const trackRef = useRef<HTMLUListElement>(null)
  const [spoken, setSpoken] = useState('')
  const front = useRing(trackRef, total)
  const isPainted = useIsPainted()
  useEffect(() => onFront?.(front), [front, onFront])
  const go = (index: number, isFocusKept = false): void => {
    const target = (index + total) % total
    const track = trackRef.current
    if (track === null) return
    track.scrollTo({ left: target * stepPx(track), behavior: isMotionReduced() ? 'auto' : 'smooth' })
    if (isFocusKept && onOpen !== undefined) cardsOf(track)[target]?.focus({ preventScroll: true })
    setSpoken(labels.position(target + 1, total))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = { ArrowLeft: front - 1, ArrowRight: front + 1, Home: 0, End: total - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    go(target, true)
  }
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>
          {isTitleHidden ? <span className="vh">{title}</span> : title}
          {note === undefined ? null : <span>{note}</span>}
        </h2>
        {total < 2 ? null : (
          <div className={styles.arrows}>
            <IconButton label={labels.previous} onClick={() => go(front - 1)}>
              <Icon drawing={left} />
            </IconButton>
            <IconButton label={labels.next} onClick={() => go(front + 1)}>
              <Icon drawing={right} />
            </IconButton>
          </div>
        )}
      </div>
      {/* The keys move among the buttons in it; a row of pictures hears them itself. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <ul
        ref={trackRef}
        className={styles.track}
        tabIndex={onOpen === undefined ? 0 : undefined}
        aria-labelledby={titleId}
        aria-busy={!isPainted}
        onKeyDown={onKeyDown}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
        {items.map((item, index) => (
          <li
            key={item.key}
            className={`${styles.place} ${index === front ? styles.front : ''}`}
            style={{ zIndex: orderOf(placeInRing(index, 0, total)) }}
          >
            {onOpen === undefined ? (
              <div className={styles.card} style={placeAtFirst(index, total)}>
                {item.picture}
              </div>
            ) : (
              <button
                type="button"
                className={styles.card}
                style={placeAtFirst(index, total)}
                tabIndex={index === front ? 0 : -1}
                onClick={() => {
                  if (index !== front) go(index)
                  onOpen(item.key)
                }}
              >
                {isPainted || (!isBelow && isInSight(placeInRing(index, 0, total))) ? (
                  <>
                    {item.picture}
                    <span className={styles.words}>{item.words}</span>
                  </>
                ) : null}
              </button>
            )}
          </li>
        ))}
      </ul>
      {total < 2 || total > DOTS_MAX ? null : (
        <div className={styles.dots} aria-hidden="true">
          {items.map((item, index) => (
            <span key={item.key} className={index === front ? styles.here : ''} />
          ))}
        </div>
      )}
      <p className="vh" aria-live="polite">
        {spoken}
      </p>
    </section>
  )
}

/** Where a carousel comes to stand, of the same size. */
export function CarouselSkeleton({ title, words }: { title: string; words: ReactNode }): ReactNode {
  const trackRef = useRef<HTMLUListElement>(null)
  useRing(trackRef, 3)
  return (
    <section aria-busy="true" aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
      </div>
      <ul ref={trackRef} className={styles.track} aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <li
            key={index}
            className={`${styles.place} ${index === 0 ? styles.front : ''}`}
            style={{ zIndex: orderOf(placeInRing(index, 0, 3)) }}
          >
            <span className={`${styles.card} ${styles.skeleton}`} style={placeAtFirst(index, 3)}>
              <span className={styles.words}>{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function cardsOf(track: HTMLElement): HTMLElement[] {
  return [...track.children].flatMap((place) =>
    place.firstElementChild instanceof HTMLElement ? [place.firstElementChild] : [],
  )
}

/** How far it is from one card to the next, to the fraction of a pixel: a rounded step would add up along the row. */
function stepPx(track: HTMLElement): number {
  const [one, two] = track.children
  return one === undefined || two === undefined ? 1 : two.getBoundingClientRect().x - one.getBoundingClientRect().x
}

function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether a card that stands `place` places from the front can be seen: three in a ring. */
function isInSight(place: number): boolean {
  return Math.abs(place) < 1.5
}

/** Cards nearer to the front lie over those behind them. */
function orderOf(place: number): number {
  return Math.round(100 - Math.abs(place) * 10)
}

/** A card of a row that was not scrolled yet, as `turnCards` would place it, without measuring a page that is being drawn. */
function placeAtFirst(index: number, total: number): CSSProperties {
  const place = placeInRing(index, 0, total)
  return {
    '--at': place.toFixed(4),
    '--off': `calc(${index} * (var(--width) + var(--gap)))`,
    pointerEvents: isInSight(place) ? '' : 'none',
  } as CSSProperties
}

/** Turns the cards to where they stand while the row scrolls, and says which one is in front. */
function useRing(trackRef: RefObject<HTMLUListElement | null>, total: number): number {
  const [front, setFront] = useState(0)
  const drawnTotalRef = useRef(total)
  useLayoutEffect(() => {
    const track = trackRef.current
    // At first they stand as they are drawn.
    if (track !== null && drawnTotalRef.current !== total) turnCards(track)
    drawnTotalRef.current = total
  }, [trackRef, total])
  useEffect(() => {
    const track = trackRef.current
    if (track === null) return undefined
    let frame = 0
    const onMove = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setFront(turnCards(track)))
    }
    track.addEventListener('scroll', onMove, { passive: true })
    // It also tells of the width that the row has to begin with.
    let widthPx: number | undefined
    const resizes = new ResizeObserver(([entry]) => {
      if (widthPx !== undefined) onMove()
      widthPx = entry?.contentRect.width
    })
    resizes.observe(track)
    return () => {
      cancelAnimationFrame(frame)
      track.removeEventListener('scroll', onMove)
      resizes.disconnect()
    }
  }, [trackRef, total])
  return Math.min(front, Math.max(0, total - 1))
}

function turnCards(track: HTMLElement): number {
  const step = stepPx(track)
  const scrolled = track.scrollLeft / step
  const total = track.children.length
  for (const [index, card] of cardsOf(track).entries()) {
    const place = placeInRing(index, scrolled, total)
    card.style.setProperty('--at', place.toFixed(4))
    card.style.setProperty('--off', `${((index - scrolled) * step).toFixed(2)}px`)
    card.style.pointerEvents = isInSight(place) ? '' : 'none'
    if (card.parentElement !== null) card.parentElement.style.zIndex = String(orderOf(place))
  }
  return Math.round(scrolled)
}
