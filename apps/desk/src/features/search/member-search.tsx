import { type AnswerOf, type desk, DESK_SEARCH_MIN } from '@krapao/contract'
import { Icon } from '@krapao/web'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { callDesk } from '../../lib/call.ts'
import { useLetters, useLettersOn } from '../../lib/letters.ts'
import { goTo, memberPlace } from '../../lib/place.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { bank, list, phone, search, users } from '../../ui/drawings.tsx'
import { flag } from '../../ui/place-drawings.tsx'
import styles from './member-search.module.css'
import table from './search-texts.json'

type Row = AnswerOf<typeof desk.deskSearch>['rows'][number]

const MOST_ROWS = 20
/** So long after the last key is asked. */
const TYPING_MS = 150
const FIELD_ID = 'member-search'

const drawings: Readonly<Record<Row['why'], ReactNode>> = {
  memberNo: users,
  phone,
  account: bank,
  receipt: list,
  id: flag,
  reference: bank,
  name: users,
}

const searchOf = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) =>
      callDesk<typeof desk.deskSearch>('GET', `/api/desk/search?${new URLSearchParams({ q: words })}`, { signal }),
  })

const isEnough = (words: string): boolean => [...words].length >= DESK_SEARCH_MIN

/** What is looked for, what was found and which of it is marked, and how one goes through it by keys. */
function useFinding(box: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(-1)
  const [isOpen, setIsOpen] = useState(false)
  const words = typed.trim()
  const asked = useSettled(words)
  const query = useQuery({ ...searchOf(asked), enabled: isOpen && isEnough(asked) })
  const rows = isEnough(asked) ? (query.data?.rows ?? []) : []
  const isShown = isOpen && words !== ''
  const close = (): void => {
    setIsOpen(false)
    setMarked(-1)
  }
  useLeaving(box, isOpen, close)
  const open = ({ memberId }: Row): void => {
    close()
    setTyped('')
    // The keys belong to the page that opens.
    document.querySelector<HTMLElement>('main')?.focus()
    goTo(memberPlace(memberId))
  }
  const openOne = async (): Promise<void> => {
    const chosen = rows[marked]
    if (chosen !== undefined) return open(chosen)
    if (!isEnough(words)) return undefined
    setIsOpen(true)
    const found = await client.fetchQuery(searchOf(words)).catch(() => ({ rows: [] }))
    const [only] = found.rows
    if (only === undefined) return undefined
    return found.rows.length === 1 ? open(only) : setMarked(0)
  }
  return {
    typed,
    words,
    rows,
    marked,
    isShown,
    open,
    error: query.error,
    /** What is typed has not been answered yet. */
    isComing: asked !== words || query.data === undefined,
    show: (): void => setIsOpen(true),
    type(next: string): void {
      setTyped(next)
      setMarked(-1)
      setIsOpen(true)
    },
    press(event: React.KeyboardEvent): void {
      if (event.nativeEvent.isComposing) return
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by !== undefined && rows.length > 0) {
        event.preventDefault()
        setMarked((now) => (Math.max(now, by > 0 ? -1 : 0) + by + rows.length) % rows.length)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        void openOne()
      } else if (event.key === 'Escape' && isShown) {
        event.stopPropagation()
        close()
      }
    },
  }
}

/** Finds a member from anywhere: `/` comes here, Enter opens the one hit or the one that is marked. */
export function MemberSearch(): ReactNode {
  const { words: say } = usePlaceTexts(table)
  const areLettersOn = useLettersOn()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const finding = useFinding(box)
  const { typed, marked, isShown, show, type, press } = finding
  useLetters({ Slash: () => document.querySelector<HTMLElement>(`#${FIELD_ID}`)?.focus() })
  return (
    <search ref={box} className={styles.search}>
      <span className={styles.box}>
        <Icon drawing={search} size={18} />
        <input
          id={FIELD_ID}
          type="text"
          role="combobox"
          aria-label={say('search.label')}
          placeholder={say('search.label')}
          aria-expanded={isShown}
          aria-controls={`${id}-rows`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && marked >= 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onFocus={show}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        {areLettersOn ? <kbd aria-hidden="true">/</kbd> : null}
      </span>
      {isShown ? <Found id={id} finding={finding} /> : null}
    </search>
  )
}

/** What was found, or why there is nothing. */
function Found({
  id,
  finding: { words, rows, marked, error, isComing, open },
}: {
  id: string
  finding: ReturnType<typeof useFinding>
}): ReactNode {
  const { t, words: say, errorText } = usePlaceTexts(table)
  return (
    <div className={styles.found}>
      <p className={rows.length === 0 ? styles.word : 'vh'} role="status">
        {wordOf()}
      </p>
      <div id={`${id}-rows`} role="listbox" aria-label={say('search.results')} className={styles.rows}>
        {rows.map((row, index) => (
          <Hit
            key={row.memberId}
            id={`${id}-${index}`}
            row={row}
            label={say(`why.${row.why}`)}
            isMarked={index === marked}
            isFirstOfItsKind={rows[index - 1]?.why !== row.why}
            onOpen={() => open(row)}
          />
        ))}
      </div>
      {rows.length === 0 ? null : (
        <p className={styles.foot} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {say('search.move')}
          </span>
          <span>
            <kbd>Enter</kbd> {say('search.open')}
          </span>
          {rows.length === MOST_ROWS ? <span>{say('search.most')}</span> : null}
        </p>
      )}
    </div>
  )

  function wordOf(): string {
    if (!isEnough(words)) return say('search.short')
    if (error !== null) return errorText(error)
    if (isComing) return t('common.loading')
    return rows.length === 0 ? say('search.none') : `${say('search.results')} ${rows.length}`
  }
}

function Hit({
  id,
  row,
  label,
  isMarked,
  isFirstOfItsKind,
  onOpen,
}: {
  id: string
  row: Row
  label: string
  isMarked: boolean
  isFirstOfItsKind: boolean
  onOpen: () => void
}): ReactNode {
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) own.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <>
      {isFirstOfItsKind ? (
        <p className={styles.kind} role="presentation">
          {label}
        </p>
      ) : null}
      {/* The field keeps the focus, and its keys. */}
      <button
        ref={own}
        type="button"
        tabIndex={-1}
        id={id}
        role="option"
        aria-selected={isMarked}
        className={styles.hit}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onOpen}
      >
        <Icon drawing={drawings[row.why]} size={18} />
        <span className={styles.name}>{row.name}</span>
        <span className={`num ${styles.facts}`}>
          {row.memberNo} · {row.phone}
        </span>
      </button>
    </>
  )
}

/** Calls back when the focus or a press goes elsewhere, as long as something is open. */
function useLeaving(box: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isOpen) return undefined
    const look = ({ target }: Event): void => {
      if (target instanceof Node && box.current?.contains(target) !== true) leave()
    }
    document.addEventListener('focusin', look)
    document.addEventListener('pointerdown', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('pointerdown', look)
    }
  }, [box, isOpen])
}

/** The words once they have stood still for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), TYPING_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
