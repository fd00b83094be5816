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

/** Finds a member from anywhere: `/` comes here, Enter opens the one hit or the one that is marked. */
export function MemberSearch(): ReactNode {
  const { t, words: say, errorText } = usePlaceTexts(table)
  const areLettersOn = useLettersOn()
  const client = useQueryClient()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(-1)
  const [isOpen, setIsOpen] = useState(false)
  const asked = useSettled(typed.trim())
  const query = useQuery({ ...searchOf(asked), enabled: isOpen && isEnough(asked) })
  const rows = isEnough(asked) ? (query.data?.rows ?? []) : []
  const isShown = isOpen && typed.trim() !== ''
  useLetters({ Slash: () => document.querySelector<HTMLElement>(`#${FIELD_ID}`)?.focus() })

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
    const words = typed.trim()
    if (!isEnough(words)) return undefined
    setIsOpen(true)
    const found = await client.fetchQuery(searchOf(words)).catch(() => ({ rows: [] }))
    const [only] = found.rows
    if (only === undefined) return undefined
    if (found.rows.length === 1) return open(only)
    return setMarked(0)
  }
  const press = (event: React.KeyboardEvent): void => {
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
  }
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
          onFocus={() => setIsOpen(true)}
          onChange={(event) => {
            setTyped(event.target.value)
            setMarked(-1)
            setIsOpen(true)
          }}
          onKeyDown={press}
        />
        {areLettersOn ? <kbd aria-hidden="true">/</kbd> : null}
      </span>
      {isShown ? (
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
      ) : null}
    </search>
  )

  function wordOf(): string {
    if (!isEnough(typed.trim())) return say('search.short')
    if (query.error !== null) return errorText(query.error)
    if (asked !== typed.trim() || query.data === undefined) return t('common.loading')
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
