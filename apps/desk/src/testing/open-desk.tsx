import type { DeskHint, Role } from '@krapao/contract'
import type { Language, LineEvents } from '@krapao/web'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from '../app/app.tsx'
import { preload } from '../app/places.tsx'
import { forgetIntents } from '../lib/intent.ts'
import { forgetSession, setSession } from '../lib/session.ts'
import { showLanguage } from '../lib/texts/texts.ts'
import { agentMali } from './desk.fixture.ts'

/** The line of an open desk, in a test's hands. */
export interface FakeLine {
  readonly hint: (hint: DeskHint) => void
  readonly lose: () => void
  readonly stand: () => void
}

/** Forgets everything that a browser keeps for the desk. */
function clearDesk(): void {
  localStorage.clear()
  sessionStorage.clear()
  forgetSession()
  forgetIntents()
}

/** Opens the desk at a place, as Mali unless nobody is logged in, in English unless said otherwise. */
export async function openDesk(
  hash = '',
  {
    isLoggedIn = true,
    language = 'en',
    roles = agentMali.roles,
  }: { isLoggedIn?: boolean; language?: Language; roles?: readonly Role[] } = {},
): Promise<FakeLine> {
  clearDesk()
  await page.viewport(1280, 800)
  showLanguage(language)
  history.replaceState(null, '', `/${hash}`)
  if (isLoggedIn) setSession({ token: 'token of Mali', agent: { ...agentMali, roles } })
  // What a browser under load takes to fetch a part is no part of any test.
  await preload()
  let line: LineEvents<DeskHint> | undefined
  await render(
    <App
      openLine={(_token, events) => {
        // What is lost comes to stand again when the test says so.
        if (line === undefined) setTimeout(events.onOpen)
        line = events
        return { close: () => undefined }
      }}
    />,
  )
  return {
    hint: (hint) => line?.onNews(hint),
    lose: () => line?.onEnd(undefined),
    stand: () => line?.onOpen(),
  }
}
