import type { ReactNode } from 'react'
import { useState } from 'react'
import { usePlaceState } from '../../lib/place-state.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Decision, DecisionPlace } from './decisions.api.ts'
import { useDecisionMembers } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'
import styles from './evidence.module.css'

/** Whom a decision is about: the first of them, and the others as far as they are asked for. */
export function EvidenceMembers({
  place,
  evidence: { members, membersNext, facts },
  memberLink,
}: {
  place: DecisionPlace
  evidence: Decision['evidence']
  memberLink: (memberId: string) => ReactNode
}): ReactNode {
  const { t, words } = useDecisionTexts()
  const [isAsking, setIsAsking] = useState(false)
  const query = useDecisionMembers(place, isAsking ? membersNext : null)
  const state = usePlaceState(query)
  if (members.length === 0) return null
  const rows = [...members, ...rowsOf(query)]
  const hasMore = isAsking ? query.hasNextPage : membersNext !== null
  return (
    <Panel title={words('evidence.members')} aside={String(facts['membersCount'] ?? members.length)}>
      <ul className={styles.members}>
        {rows.map(({ memberId, memberNo, name }) => (
          <li key={memberId} className="finger">
            <span>{name}</span>
            <span className="num">{memberNo}</span>
            {memberLink(memberId)}
          </li>
        ))}
      </ul>
      {isAsking && query.data === undefined ? (
        <InState state={state} rows={2}>
          {null}
        </InState>
      ) : null}
      {hasMore ? (
        <Button
          kind="quiet"
          busyLabel={query.isFetchingNextPage ? t('common.loading') : undefined}
          onClick={() => (isAsking ? void query.fetchNextPage() : setIsAsking(true))}
        >
          {t('common.more')}
        </Button>
      ) : null}
    </Panel>
  )
}
