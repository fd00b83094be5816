import type { DeskMember } from '@krapao/contract'
import { FACTOR_REMOVERS, MEMBER_LOCKERS } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { device } from '../../ui/place-drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import type { MemberDeed } from './member.api.ts'
import { deviceText, useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

/** By what he shows that it is he, and its removal, for who has lost all of it. */
export function FactorsPanel({
  shown: { factors },
  isStale,
  onDeed,
}: {
  shown: DeskMember
  isStale: boolean
  onDeed: (deed: MemberDeed) => void
}): ReactNode {
  const { words } = useMemberTexts()
  const canRemove = useHasRole(FACTOR_REMOVERS)
  const canKeep = useHasRole(MEMBER_LOCKERS)
  const { passkeys, hasApp, codesLeft, removedAt } = factors
  const hasAny = passkeys > 0 || hasApp
  const deed =
    removedAt !== null && canKeep ? 'keep-factors' : removedAt === null && canRemove ? 'remove-factors' : null
  return (
    <Panel title={words('factors.title')}>
      {hasAny ? (
        <FactList
          rows={[
            [words('factors.passkeys'), passkeys],
            [words('factors.app'), words(hasApp ? 'factors.on' : 'factors.off')],
            [words('factors.codes'), codesLeft],
          ]}
        />
      ) : (
        <p className="quiet">{words('factors.none')}</p>
      )}
      {removedAt === null ? null : (
        <StateSign state="held">{words('factors.removedAt', { at: formatDateTime(removedAt) })}</StateSign>
      )}
      {hasAny && deed !== null ? (
        <div className={styles.acts} role="group" aria-label={words('factors.title')}>
          <Button kind="line" disabled={isStale} onClick={() => onDeed(deed)}>
            {words(`act.${deed}`)}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

/** Where he is logged in. */
export function SessionsPanel({ sessions }: { sessions: DeskMember['sessions'] }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  return (
    <Panel title={words('sessions.title')} aside={words('sessions.open', { n: sessions.length })}>
      {sessions.length === 0 ? (
        <p className="quiet">{words('sessions.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {sessions.map((session) => (
            <li key={session.sessionId} className={styles.session}>
              <Icon drawing={device} size={18} />
              <span>
                {deviceText(texts, session.device)}
                <small className="num">{words('sessions.lastUsed', { at: formatDateTime(session.lastUsedAt) })}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
