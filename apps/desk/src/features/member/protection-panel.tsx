import type { DeskMember } from '@krapao/contract'
import { EXCLUDERS, LIMIT_SETTERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { useHasRole } from '../../lib/session.ts'
import { named } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ProtectionDeed } from './member.api.ts'
import type { MemberTexts } from './member-words.ts'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

type Facts = DeskMember['limits'][number]

/** The limits and the break of a member, and what those who may set them press. */
export function ProtectionPanel({
  shown,
  isStale,
  onProtect,
}: {
  shown: DeskMember
  isStale: boolean
  onProtect: (deed: ProtectionDeed) => void
}): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const { limits, exclusion, asOf } = shown
  const canLimit = useHasRole(LIMIT_SETTERS)
  const canExclude = useHasRole(EXCLUDERS)
  const deeds: ProtectionDeed[] = [
    ...(canLimit ? (['limits'] as const) : []),
    ...(canExclude ? (['cool-off', 'self-exclusion'] as const) : []),
  ]
  return (
    <Panel title={words('limits.title')}>
      {exclusion === null ? (
        <StateSign state="off">{words('exclusion.none')}</StateSign>
      ) : (
        <StateSign state="held">{exclusionText(texts, exclusion, asOf)}</StateSign>
      )}
      {limits.length === 0 ? <p className="quiet">{words('limits.none')}</p> : null}
      <ul className={styles.rows}>
        {limits.map((limit) => (
          <LimitRow key={`${String(limit.kind)} ${String(limit.period)} ${String(limit.setBy)}`} limit={limit} />
        ))}
      </ul>
      {deeds.length === 0 ? null : (
        <div className={styles.acts} role="group" aria-label={words('limits.title')}>
          {deeds.map((deed) => (
            <Button key={deed} kind="line" disabled={isStale} onClick={() => onProtect(deed)}>
              {words(`act.${deed}`)}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  )
}

const baht = (amount: unknown): string => formatBaht(typeof amount === 'number' ? amount : null)

/** "Self-exclusion until 23 Nov 2027, 12:00"; one whose time is over says that it waits for him. */
function exclusionText({ words }: MemberTexts, { kind, until }: Facts, asOf: string): string {
  if (kind === 'cool-off') return words('exclusion.cool-off', { until: formatDateTime(String(until)) })
  if (typeof until !== 'string') return words('exclusion.for-good')
  const isOver = Date.parse(until) <= Date.parse(asOf)
  return words(isOver ? 'exclusion.over' : 'exclusion.self-exclusion', { until: formatDateTime(until) })
}

/** What he wants in its place, and from when until when he can confirm it himself; null where he wants nothing else. */
function raiseText({ words }: MemberTexts, { raiseTo, raiseFrom, raiseUntil }: Facts): string | null {
  if (typeof raiseFrom !== 'string') return null
  const times = { from: formatDateTime(raiseFrom), until: formatDateTime(String(raiseUntil)) }
  return typeof raiseTo === 'number'
    ? words('limits.raise', { amount: baht(raiseTo), ...times })
    : words('limits.raiseNone', times)
}

function LimitRow({ limit }: { limit: Facts }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const { kind, period, amount, used, remaining, setBy } = limit
  const name = `${String(kind)}.${String(period)}`
  const raise = raiseText(texts, limit)
  return (
    <li className={styles.limit}>
      <span>
        {named(texts, `limit.${name}`, name)}
        <small>{words(setBy === 'operator' ? 'limits.ours' : 'limits.his')}</small>
        <small className="num">{words('limits.used', { used: baht(used), remaining: baht(remaining) })}</small>
        {raise === null ? null : <small className="num">{raise}</small>}
      </span>
      <Money words={baht(amount)} />
    </li>
  )
}
