import { lock } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { AccountDialog } from '../features/account/account-dialog.tsx'
import { StepUpDialog } from '../features/account/step-up-dialog.tsx'
import { AuditPage } from '../features/audit/audit-page.tsx'
import type { Conversation } from '../features/conversation/conversation-store.ts'
import { createConversation } from '../features/conversation/conversation-store.ts'
import { createDrafts } from '../features/conversation/drafts.ts'
import { refetchRoom } from '../features/conversation/room.api.ts'
import { logOut, useMe } from '../features/login/login.api.ts'
import { StaffPage } from '../features/staff/staff-page.tsx'
import { RepliesPage } from '../features/replies/replies-page.tsx'
import { useChanges } from '../lib/live-context.ts'
import { pageRoles, usePlace } from '../lib/place.ts'
import type { DeskSession } from '../lib/session.ts'
import { useHasRole } from '../lib/session.ts'
import { useStepUpQuestion } from '../lib/step-up.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { Empty } from '../ui/state.tsx'
import styles from './desk.module.css'
import { InboxPage } from './inbox-page.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { LostLine, TopBar } from './top-bar.tsx'

/** What comes within this time is asked about once. */
const GATHER_MS = 150

/** The desk of the agent who is logged in: the bar and the page that the address names. */
export function Desk({ session }: { session: DeskSession }): ReactNode {
  const { t } = useTexts()
  const place = usePlace(session.agent.roles)
  const isOpen = useHasRole(pageRoles[place.page])
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  const [isAccountOpen, setIsAccountOpen] = useState(false)
  const [drafts] = useState(createDrafts)
  const conversationOf = useConversations()
  useRefetchOnChange()
  useMe()
  const stepUp = useStepUpQuestion()
  useShortcuts({ 'Alt+KeyH': () => setIsKeysOpen(true) })
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
        place={place}
        agentName={session.agent.name}
        roles={session.agent.roles}
        onShortcuts={() => setIsKeysOpen(true)}
        onAccount={() => setIsAccountOpen(true)}
      />
      <LostLine />
      <main className={styles.main} tabIndex={-1}>
        {!isOpen ? (
          <Empty drawing={lock} title={t('desk.noPermission')} hint={t('desk.noPermissionHint')} />
        ) : place.page === 'inbox' ? (
          <>
            <h1 className="vh">{t('inbox.title')}</h1>
            <InboxPage
              box={place.box}
              roomId={place.roomId}
              myId={session.agent._id}
              conversationOf={conversationOf}
              drafts={drafts}
            />
          </>
        ) : place.page === 'replies' ? (
          <RepliesPage />
        ) : place.page === 'staff' ? (
          <StaffPage myId={session.agent._id} />
        ) : (
          <AuditPage />
        )}
      </main>
      {isKeysOpen ? <ShortcutsDialog onClose={() => setIsKeysOpen(false)} /> : null}
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
