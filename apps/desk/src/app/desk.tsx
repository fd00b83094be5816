import { lock } from '@krapao/web'
import type { FunctionComponent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { createDrafts } from '../features/conversation/drafts.ts'
import { useConversations } from '../features/conversation/use-conversations.ts'
import { useWaiting } from '../features/inbox/inbox.api.ts'
import { logOut, useMe } from '../features/login/login.api.ts'
import { useWaitingWork } from '../features/today/today.api.ts'
import { useLetters } from '../lib/letters.ts'
import type { PageName, PlaceOf } from '../lib/place.ts'
import { goTo, placeOf, usePlace } from '../lib/place.ts'
import type { DeskSession } from '../lib/session.ts'
import { useStepUpQuestion } from '../lib/step-up.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { useSendKey } from '../lib/send-key.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { Empty } from '../ui/state.tsx'
import styles from './desk.module.css'
import type { Handed } from './places.tsx'
import { menuOf, pages, parts } from './places.tsx'
import { Rail } from './rail.tsx'
import { LostLine, TopBar } from './top-bar.tsx'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

/** The desk of the agent who is logged in: the bar, the menu and the page that the address names. */
export function Desk({ session: { agent } }: { session: DeskSession }): ReactNode {
  const { t } = useTexts()
  const place = usePlace(agent.roles)
  const [open, setOpen] = useState<'shortcuts' | 'account' | 'alerts' | null>(null)
  const close = (): void => setOpen(null)
  const [drafts] = useState(createDrafts)
  const conversationOf = useConversations()
  useRefetchOnChange()
  useMe()
  const stepUp = useStepUpQuestion()
  const menu = menuOf(agent.roles)
  const isOpen = (page: PageName): boolean => menu.some((row) => row.page === page)
  const waiting = useWaiting(isOpen('inbox'))
  const { alerts, decisions } = useWaitingWork()
  const showKeys = (): void => setOpen('shortcuts')
  useSendKey()
  useShortcuts({ 'Alt+KeyH': showKeys })
  useLetters({
    ...Object.fromEntries(
      menu.map(({ letter, page }) => [`KeyG ${letter === ',' ? 'Comma' : `Key${letter}`}`, () => goTo(placeOf(page))]),
    ),
    'Shift+Slash': showKeys,
  })
  useEffect(() => {
    document.title = waiting > 0 ? t('desk.titleWaiting', { n: waiting }) : t('desk.name')
  }, [waiting, t])
  const handed: Handed = {
    conversationOf,
    drafts,
    outlookOf: (proposalId) => <parts.outlook.Part key={proposalId} proposalId={proposalId} />,
  }
  return (
    <div className={styles.desk}>
      <SkipLink />
      <TopBar
        agentName={agent.name}
        roles={agent.roles}
        search={isOpen('members') ? <parts.search.Part /> : null}
        alertCount={alerts}
        onAlerts={() => setOpen('alerts')}
        onShortcuts={showKeys}
        onAccount={() => setOpen('account')}
      />
      <Rail
        menu={menu}
        place={place}
        waiting={{
          inbox: { count: waiting, words: 'room.someWait' },
          decisions: { count: decisions, words: 'desk.someToDecide', isFirst: true },
        }}
        onShortcuts={showKeys}
      />
      <div className={styles.body}>
        <LostLine />
        <main className={styles.main} tabIndex={-1}>
          {isOpen(place.page) ? (
            <PageAt place={place} handed={handed} />
          ) : (
            <Empty drawing={lock} title={t('desk.noPermission')} hint={t('desk.noPermissionHint')} />
          )}
        </main>
      </div>
      {open === 'shortcuts' ? <parts.shortcuts.Part menu={menu} onClose={close} /> : null}
      {open === 'alerts' ? <parts.alerts.Part onClose={close} /> : null}
      {stepUp === null ? null : <parts.stepUp.Part onSettled={stepUp.settle} />}
      {open === 'account' ? <parts.account.Part agent={agent} onLogOut={() => void logOut()} onClose={close} /> : null}
    </div>
  )
}

function PageAt<Name extends PageName>({ place, handed }: { place: PlaceOf<Name>; handed: Handed }): ReactNode {
  return draw(pages[place.page].Part, { ...place, ...handed })
}

function draw<Props extends object>(Part: FunctionComponent<Props>, props: Props): ReactNode {
  return <Part {...props} />
}

function SkipLink(): ReactNode {
  const { t } = useTexts()
  return (
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
  )
}
