import {
  ADJUSTERS,
  BONUS_ENDERS,
  DATA_REQUEST_TAKERS,
  MEMBER_LOCKERS,
  MEMBER_UNLOCKERS,
  NOTE_WRITERS,
  PAYOUT_REMEMBERERS,
  REVEALERS,
} from '@krapao/contract'
import type { DeskMember, RevealField } from '@krapao/contract'
import { lock, logOut } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLetters, useLettersOn } from '../../lib/letters.ts'
import { goTo } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { gift, note, users } from '../../ui/drawings.tsx'
import page from '../../ui/page.module.css'
import { coins } from '../../ui/place-drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { AdjustPage } from './adjust-page.tsx'
import type { MemberDeed, ProtectionDeed, Revealed } from './member.api.ts'
import { useMember } from './member.api.ts'
import { DataRequestDialog } from './data-request-dialog.tsx'
import { DeedDialog, NoteDialog, RevealDialog } from './member-dialogs.tsx'
import { MemberFacts } from './member-facts.tsx'
import { MemberMoney } from './member-money.tsx'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'
import { ProtectionDialog } from './protection-dialogs.tsx'
import { RememberDialog } from './remember-dialog.tsx'
import { Secret } from './secret.tsx'
import { Timeline } from './timeline.tsx'

/** One member with all that staff may know of him; without one, how to find one. */
export function MembersPage({ memberId, isAdjusting }: { memberId: string | null; isAdjusting: boolean }): ReactNode {
  const { words } = useMemberTexts()
  if (memberId !== null) {
    // Nothing of one member's stands under another's name.
    return <Member key={memberId} memberId={memberId} isAdjusting={isAdjusting} />
  }
  return (
    <>
      <h1 className="vh">{words('members.title')}</h1>
      <Empty drawing={users} title={words('members.find')} hint={words('members.findHint')} />
    </>
  )
}

function Member({ memberId, isAdjusting }: { memberId: string; isAdjusting: boolean }): ReactNode {
  const query = useMember(memberId)
  const state = usePlaceState(query)
  const { data } = query
  const isStale = state.kind !== 'shown' || state.stale !== null
  return (
    <div className={`${page.page} ${page.panels}`}>
      <InState state={state} rows={10}>
        {data === undefined ? null : isAdjusting ? (
          <AdjustPage shown={data} isStale={isStale} />
        ) : (
          <Whole shown={data} isStale={isStale} />
        )}
      </InState>
    </div>
  )
}

type Asked =
  | { what: 'note' | 'remember' | 'data-request' }
  | { what: 'protection'; deed: ProtectionDeed }
  | { what: 'deed'; deed: MemberDeed }
  | { what: 'reveal'; field: RevealField }

function Whole({ shown, isStale }: { shown: DeskMember; isStale: boolean }): ReactNode {
  const { memberId, name } = shown.member
  const [asked, setAsked] = useState<Asked | null>(null)
  const [revealed, setRevealed] = useState<Partial<Record<RevealField, Revealed>>>({})
  const close = (): void => setAsked(null)
  return (
    <>
      <MemberHead
        shown={shown}
        isStale={isStale}
        revealed={revealed}
        onAsk={setAsked}
        onHide={(field) => setRevealed((now) => ({ ...now, [field]: undefined }))}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <MemberMoney shown={shown} isStale={isStale} />
        </div>
        <Timeline memberId={memberId} games={shown.money.games} />
        <div className={`${styles.column} ${styles.facts}`}>
          <MemberFacts
            shown={shown}
            isStale={isStale}
            onNote={() => setAsked({ what: 'note' })}
            onProtect={(deed) => setAsked({ what: 'protection', deed })}
            onDeed={(deed) => setAsked({ what: 'deed', deed })}
          />
        </div>
      </div>
      {asked?.what === 'note' ? <NoteDialog memberId={memberId} onClose={close} /> : null}
      {asked?.what === 'data-request' ? <DataRequestDialog memberId={memberId} name={name} onClose={close} /> : null}
      {asked?.what === 'remember' ? <RememberDialog memberId={memberId} name={name} onClose={close} /> : null}
      {asked?.what === 'deed' ? (
        <DeedDialog key={asked.deed} memberId={memberId} name={name} deed={asked.deed} onClose={close} />
      ) : null}
      {asked?.what === 'protection' ? (
        <ProtectionDialog key={asked.deed} memberId={memberId} name={name} deed={asked.deed} onClose={close} />
      ) : null}
      {asked?.what === 'reveal' ? (
        <RevealDialog
          memberId={memberId}
          field={asked.field}
          onRevealed={(value) => setRevealed((now) => ({ ...now, [asked.field]: value }))}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function MemberHead({
  shown,
  isStale,
  revealed,
  onAsk,
  onHide,
}: {
  shown: DeskMember
  isStale: boolean
  revealed: Partial<Record<RevealField, Revealed>>
  onAsk: (asked: Asked) => void
  onHide: (field: RevealField) => void
}): ReactNode {
  const { words } = useMemberTexts()
  const { member, decisions } = shown
  const canReveal = useHasRole(REVEALERS)
  const ask = (field: RevealField): (() => void) | null => (canReveal ? () => onAsk({ what: 'reveal', field }) : null)
  const isActive = member.state === 'active'
  return (
    <header className={styles.head}>
      <Avatar name={member.name} isMember />
      <div className={styles.who}>
        <div className={styles.line}>
          <h1>{member.name}</h1>
          <StateSign state={isActive ? 'done' : 'late'}>{words(`state.${member.state}`)}</StateSign>
          {decisions.length === 0 ? null : (
            <StateSign state="held">{words('member.decisions', { n: decisions.length })}</StateSign>
          )}
        </div>
        <div className={styles.line}>
          <span className="num">
            <span className="vh">{words('member.no')} </span>
            {member.memberNo}
          </span>
          <Secret
            masked={member.phone}
            label={words('act.reveal.phone')}
            revealed={revealed.phone}
            onAsk={ask('phone')}
            onHide={() => onHide('phone')}
          />
          {member.account === null ? null : (
            <span>
              {member.account.bankCode}{' '}
              <Secret
                masked={member.account.number}
                label={words('act.reveal.account')}
                revealed={revealed.account}
                onAsk={ask('account')}
                onHide={() => onHide('account')}
              />
            </span>
          )}
        </div>
      </div>
      <MemberDeeds shown={shown} isStale={isStale} onAsk={onAsk} />
    </header>
  )
}

/** What may be done to him, by the roles of who looks. */
function MemberDeeds({
  shown,
  isStale,
  onAsk,
}: {
  shown: DeskMember
  isStale: boolean
  onAsk: (asked: Asked) => void
}): ReactNode {
  const { words } = useMemberTexts()
  const areLettersOn = useLettersOn()
  const { member, bonus } = shown
  const isActive = member.state === 'active'
  const canNote = useHasRole(NOTE_WRITERS)
  const canAdjust = useHasRole(ADJUSTERS)
  const canLock = useHasRole(MEMBER_LOCKERS)
  const canUnlock = useHasRole(MEMBER_UNLOCKERS)
  const canEndBonus = useHasRole(BONUS_ENDERS)
  const canRequest = useHasRole(DATA_REQUEST_TAKERS)
  const canRemember = useHasRole(PAYOUT_REMEMBERERS) && shown.restoredAt !== null
  const askNote = (): void => onAsk({ what: 'note' })
  const adjust = (): void => goTo({ page: 'members', memberId: member.memberId, isAdjusting: true })
  const lockOrNot = (): void => onAsk({ what: 'deed', deed: isActive ? 'lock' : 'unlock' })
  const mayLockOrNot = isActive ? canLock : canUnlock
  useLetters(
    isStale
      ? {}
      : {
          ...(canNote ? { KeyN: askNote } : {}),
          ...(canAdjust ? { KeyB: adjust } : {}),
          ...(mayLockOrNot ? { KeyL: lockOrNot } : {}),
        },
  )
  const key = (letter: string): ReactNode => (areLettersOn ? <kbd aria-hidden="true">{letter}</kbd> : null)
  return (
    <div className={styles.acts} role="group" aria-label={words('member.acts')}>
      {canNote ? (
        <Button kind="tonal" drawing={note} disabled={isStale} onClick={askNote}>
          {words('act.note')} {key('N')}
        </Button>
      ) : null}
      {canAdjust ? (
        <Button kind="tonal" drawing={coins} disabled={isStale} onClick={adjust}>
          {words('act.adjust')} {key('B')}
        </Button>
      ) : null}
      {canLock ? (
        <Button
          kind="tonal"
          drawing={logOut}
          disabled={isStale || shown.sessions.length === 0}
          onClick={() => onAsk({ what: 'deed', deed: 'end-sessions' })}
        >
          {words('act.endSessions')}
        </Button>
      ) : null}
      {mayLockOrNot ? (
        <Button kind={isActive ? 'danger' : 'line'} drawing={lock} disabled={isStale} onClick={lockOrNot}>
          {words(isActive ? 'act.lock' : 'act.unlock')} {key('L')}
        </Button>
      ) : null}
      {canEndBonus ? (
        <Button
          kind="line"
          drawing={gift}
          disabled={isStale || bonus === null}
          onClick={() => onAsk({ what: 'deed', deed: 'end-bonus' })}
        >
          {words('act.endBonus')}
        </Button>
      ) : null}
      {canRequest ? (
        <Button kind="line" drawing={note} disabled={isStale} onClick={() => onAsk({ what: 'data-request' })}>
          {words('act.dataRequest')}
        </Button>
      ) : null}
      {canRemember ? (
        <Button kind="line" drawing={coins} disabled={isStale} onClick={() => onAsk({ what: 'remember' })}>
          {words('act.remember')}
        </Button>
      ) : null}
    </div>
  )
}
