import {
  ADJUSTERS,
  BONUS_ENDERS,
  DATA_REQUEST_TAKERS,
  hasRole,
  MEMBER_LOCKERS,
  MEMBER_UNLOCKERS,
  NOTE_WRITERS,
  PAYOUT_REMEMBERERS,
  REVEALERS,
} from '@krapao/contract'
import type { DeskMember, RevealField, Role } from '@krapao/contract'
import { lock, logOut } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLetters } from '../../lib/letters.ts'
import { goTo } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole, useSession } from '../../lib/session.ts'
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
  const { isStale } = state
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
  const roles = useSession()?.agent.roles ?? []
  const deeds = deedsOf(shown).filter(({ who }) => hasRole(roles, who))
  const begin = ({ asks }: Deed): void =>
    asks === null ? goTo({ page: 'members', memberId: shown.member.memberId, isAdjusting: true }) : onAsk(asks)
  useLetters(
    Object.fromEntries(
      deeds.flatMap((deed) => (isStale || deed.letter === undefined ? [] : [[`Key${deed.letter}`, () => begin(deed)]])),
    ),
  )
  return (
    <div className={styles.acts} role="group" aria-label={words('member.acts')}>
      {deeds.map((deed) => (
        <Button
          key={deed.letter ?? deed.label}
          kind={deed.kind}
          drawing={deed.drawing}
          keys={deed.letter}
          disabled={isStale || deed.isIdle === true}
          onClick={() => begin(deed)}
        >
          {words(deed.label)}
        </Button>
      ))}
    </div>
  )
}

interface Deed {
  readonly label: `act.${'note' | 'adjust' | 'endSessions' | 'lock' | 'unlock' | 'endBonus' | 'dataRequest' | 'remember'}`
  /** Whose roles let him do it. */
  readonly who: readonly Role[]
  readonly kind: 'tonal' | 'line' | 'danger'
  readonly drawing: ReactNode
  readonly letter?: string
  /** There is nothing to do it to. */
  readonly isIdle?: boolean
  /** The dialog that asks for it; null: a page of its own. */
  readonly asks: Asked | null
}

/** What can be done to him, as he stands. */
function deedsOf({ member, sessions, bonus, restoredAt }: DeskMember): readonly Deed[] {
  const deed = (name: MemberDeed): Asked => ({ what: 'deed', deed: name })
  return [
    { label: 'act.note', who: NOTE_WRITERS, kind: 'tonal', drawing: note, letter: 'N', asks: { what: 'note' } },
    { label: 'act.adjust', who: ADJUSTERS, kind: 'tonal', drawing: coins, letter: 'B', asks: null },
    {
      label: 'act.endSessions',
      who: MEMBER_LOCKERS,
      kind: 'tonal',
      drawing: logOut,
      isIdle: sessions.length === 0,
      asks: deed('end-sessions'),
    },
    member.state === 'active'
      ? { label: 'act.lock', who: MEMBER_LOCKERS, kind: 'danger', drawing: lock, letter: 'L', asks: deed('lock') }
      : { label: 'act.unlock', who: MEMBER_UNLOCKERS, kind: 'line', drawing: lock, letter: 'L', asks: deed('unlock') },
    {
      label: 'act.endBonus',
      who: BONUS_ENDERS,
      kind: 'line',
      drawing: gift,
      isIdle: bonus === null,
      asks: deed('end-bonus'),
    },
    { label: 'act.dataRequest', who: DATA_REQUEST_TAKERS, kind: 'line', drawing: note, asks: { what: 'data-request' } },
    ...(restoredAt === null
      ? []
      : ([
          { label: 'act.remember', who: PAYOUT_REMEMBERERS, kind: 'line', drawing: coins, asks: { what: 'remember' } },
        ] as const)),
  ]
}
