import { lock } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Conversation } from '../features/conversation/conversation-store.ts'
import { createConversation } from '../features/conversation/conversation-store.ts'
import { createDrafts } from '../features/conversation/drafts.ts'
import { refetchRoom } from '../features/conversation/room.api.ts'
import { useWaiting } from '../features/inbox/inbox.api.ts'
import { logOut, useMe } from '../features/login/login.api.ts'
import { useChanges } from '../lib/live-context.ts'
import { useLetters } from '../lib/letters.ts'
import { goTo, pageRoles, usePlace } from '../lib/place.ts'
import type { DeskSession } from '../lib/session.ts'
import { useHasRole } from '../lib/session.ts'
import { useStepUpQuestion } from '../lib/step-up.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { Empty } from '../ui/state.tsx'
import styles from './desk.module.css'
import { menuOf } from './menu.ts'
import {
  AccountDialog,
  AlertsDialog,
  AuditPlace,
  DecisionsPlace,
  InboxPlace,
  MembersPlace,
  MemberSearch,
  ProposalOutlookPart,
  ProposalsPlace,
  ReconPlace,
  BonusesPlace,
  ContentPlace,
  ReleasePlace,
  SettingsPlace,
  RepliesPlace,
  ReportsPlace,
  RequestsPlace,
  ShortcutsDialog,
  StaffPlace,
  TodayPlace,
  StepUpDialog,
} from './places.ts'
import { useAlertCount } from '../features/today/today.api.ts'
import { Rail } from './rail.tsx'
import { LostLine, TopBar } from './top-bar.tsx'

/** What comes within this time is asked about once. */
const GATHER_MS = 150

/** The desk of the agent who is logged in: the bar, the menu and the place that the address names. */
export function Desk({ session }: { session: DeskSession }): ReactNode {
  const { t } = useTexts()
  const place = usePlace(session.agent.roles)
  const isOpen = useHasRole(pageRoles[place.page])
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  const [isAccountOpen, setIsAccountOpen] = useState(false)
  const [isAlertsOpen, setIsAlertsOpen] = useState(false)
  const [drafts] = useState(createDrafts)
  const conversationOf = useConversations()
  useRefetchOnChange()
  useMe()
  const stepUp = useStepUpQuestion()
  const menu = menuOf(session.agent.roles)
  const alertCount = useAlertCount()
  const waiting = useWaiting(useHasRole(pageRoles.inbox))
  const canReadMembers = useHasRole(pageRoles.members)
  const showKeys = (): void => setIsKeysOpen(true)
  useShortcuts({ 'Alt+KeyH': showKeys })
  useLetters({
    ...Object.fromEntries(
      menu.map(({ letter, place: to }) => [`KeyG ${letter === ',' ? 'Comma' : `Key${letter}`}`, () => goTo(to)]),
    ),
    'Shift+Slash': showKeys,
  })
  useEffect(() => {
    document.title = waiting > 0 ? t('desk.titleWaiting', { n: waiting }) : t('desk.name')
  }, [waiting, t])
  return (
    <div className={styles.desk}>
      <a
        className={`vh ${styles.skip}`}
        href="#main"
        onClick={(event) => {
          // The address behind the # says where at the desk the agent is.
          event.preventDefault()
          document.querySelector<HTMLElement>('main')?.focus()
        }}
      >
        {t('desk.skip')}
      </a>
      <TopBar
        agentName={session.agent.name}
        roles={session.agent.roles}
        search={canReadMembers ? <MemberSearch /> : null}
        alertCount={alertCount}
        onAlerts={() => setIsAlertsOpen(true)}
        onShortcuts={showKeys}
        onAccount={() => setIsAccountOpen(true)}
      />
      <Rail menu={menu} place={place} waiting={{ inbox: waiting }} onShortcuts={showKeys} />
      <div className={styles.body}>
        <LostLine />
        <main className={styles.main} tabIndex={-1}>
          {!isOpen ? (
            <Empty drawing={lock} title={t('desk.noPermission')} hint={t('desk.noPermissionHint')} />
          ) : place.page === 'inbox' ? (
            <>
              <h1 className="vh">{t('inbox.title')}</h1>
              <InboxPlace
                box={place.box}
                roomId={place.roomId}
                myId={session.agent._id}
                conversationOf={conversationOf}
                drafts={drafts}
              />
            </>
          ) : place.page === 'today' ? (
            <TodayPlace figure={place.figure} />
          ) : place.page === 'members' ? (
            // Nothing of one member's stands under another's name.
            <MembersPlace key={place.memberId} memberId={place.memberId} isAdjusting={place.isAdjusting} />
          ) : place.page === 'proposals' ? (
            <ProposalsPlace key={place.proposalId} proposalId={place.proposalId} myId={session.agent._id} />
          ) : place.page === 'decisions' ? (
            <DecisionsPlace
              narrowed={{ kind: place.filter, part: place.part }}
              chosen={place.chosen}
              myId={session.agent._id}
              outlookOf={(proposalId) => <ProposalOutlookPart key={proposalId} proposalId={proposalId} />}
            />
          ) : place.page === 'reports' ? (
            <ReportsPlace span={place.span} open={place.open} />
          ) : place.page === 'recon' ? (
            <ReconPlace of={place.of} />
          ) : place.page === 'bonuses' ? (
            <BonusesPlace source={place.source} code={place.code} />
          ) : place.page === 'content' ? (
            <ContentPlace part={place.part} />
          ) : place.page === 'release' ? (
            <ReleasePlace />
          ) : place.page === 'settings' ? (
            <SettingsPlace name={place.name} />
          ) : place.page === 'replies' ? (
            <RepliesPlace />
          ) : place.page === 'requests' ? (
            <RequestsPlace />
          ) : place.page === 'staff' ? (
            <StaffPlace myId={session.agent._id} />
          ) : (
            <AuditPlace />
          )}
        </main>
      </div>
      {isKeysOpen ? <ShortcutsDialog menu={menu} onClose={() => setIsKeysOpen(false)} /> : null}
      {isAlertsOpen ? <AlertsDialog onClose={() => setIsAlertsOpen(false)} /> : null}
      {stepUp === null ? null : <StepUpDialog onSettled={stepUp.settle} />}
      {isAccountOpen ? (
        <AccountDialog agent={session.agent} onLogOut={() => void logOut()} onClose={() => setIsAccountOpen(false)} />
      ) : null}
    </div>
  )
}

/** The rooms that were opened, each with what is on its way there. */
function useConversations(): (roomId: string) => Conversation {
  const client = useQueryClient()
  const conversations = useRef(new Map<string, Conversation>())
  return (roomId) => {
    const known = conversations.current.get(roomId)
    if (known !== undefined) return known
    const made = createConversation(roomId, () => void refetchRoom(client, roomId))
    conversations.current.set(roomId, made)
    return made
  }
}

/** Asks anew for the boxes, and for the rooms that changed. */
function useRefetchOnChange(): void {
  const client = useQueryClient()
  const gathered = useRef({
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    rooms: new Set<string | null>(),
  })
  useChanges((roomId) => {
    const { current } = gathered
    current.rooms.add(roomId)
    current.timer ??= setTimeout(() => {
      current.timer = undefined
      void client.invalidateQueries({ queryKey: ['inbox'] })
      if (current.rooms.has(null)) void client.invalidateQueries({ queryKey: ['me'] })
      if (current.rooms.has(null)) void client.invalidateQueries({ queryKey: ['room'] })
      else for (const room of current.rooms) void client.invalidateQueries({ queryKey: ['room', room] })
      current.rooms.clear()
    }, GATHER_MS)
  })
  useEffect(() => {
    const { current } = gathered
    return () => clearTimeout(current.timer)
  }, [])
}
