import { CallError } from '@krapao/web'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { createDeskLive } from '../lib/desk-live.ts'
import type { OpenLine } from '../lib/live.ts'
import { LiveProvider } from '../lib/live-context.ts'
import type { DeskSession } from '../lib/session.ts'
import { useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { Toasts } from '../ui/toast.tsx'
import { Desk } from './desk.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { parts } from './places.tsx'

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server refused it refuses again; what did not come is asked for twice more.
        retry: (times, error) => times < 2 && !(error instanceof CallError && error.kind === 'refused'),
        staleTime: 5_000,
      },
      // What was sent may be a password: it is not kept for the usual five minutes.
      mutations: { gcTime: 1_000 },
    },
  })
}

/** The whole desk. `openLine` connects it to the server. */
export function App({ openLine }: { openLine: OpenLine }): ReactNode {
  const { t } = useTexts()
  const session = useSession()
  return (
    <>
      {session === null ? (
        <Unlogged />
      ) : (
        // Nothing of one agent's is left for the next.
        <Session key={session.agent._id} session={session} openLine={openLine} />
      )}
      <Toasts regionLabel={t('aria.notifications')} closeLabel={t('common.close')} />
    </>
  )
}

function Unlogged(): ReactNode {
  const { t } = useTexts()
  const [client] = useState(makeClient)
  useEffect(() => {
    document.title = t('desk.name')
  }, [t])
  return (
    <QueryClientProvider client={client}>
      <parts.login.Part languageMenu={<LanguageMenu />} />
    </QueryClientProvider>
  )
}

function Session({ session, openLine }: { session: DeskSession; openLine: OpenLine }): ReactNode {
  const [client] = useState(makeClient)
  const [live] = useState(() => createDeskLive(openLine))
  useEffect(() => live.start(), [live])
  return (
    <QueryClientProvider client={client}>
      <LiveProvider value={live}>
        <Desk session={session} />
      </LiveProvider>
    </QueryClientProvider>
  )
}
