import type { DeskHint } from '@krapao/contract'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from '../app/app.tsx'
import type { LineEvents } from '../lib/live.ts'
import { forgetSession, setSession } from '../lib/session.ts'
import type { Language } from '../lib/texts/texts.ts'
import { showLanguage } from '../lib/texts/texts.ts'
import { agentMali } from './desk.fixture.ts'

/** The line of an open desk, in a test's hands. */
export interface FakeLine {
  readonly hint: (hint: DeskHint) => void
  readonly lose: () => void
  readonly stand: () => void
}

/** Forgets everything that a browser keeps for the desk. */
export function clearDesk(): void {
  localStorage.clear()
  sessionStorage.clear()
  forgetSession()
}

/** Opens the desk at a place, as Mali unless nobody is logged in, in English unless said otherwise. */
export async function openDesk(
  hash = '',
  { isLoggedIn = true, language = 'en' }: { isLoggedIn?: boolean; language?: Language } = {},
): Promise<FakeLine> {
  clearDesk()
  await page.viewport(1280, 800)
  showLanguage(language)
  history.replaceState(null, '', `/${hash}`)
  if (isLoggedIn) setSession({ token: 'token of Mali', agent: agentMali })
  let line: LineEvents | undefined
  await render(
    <App
      openLine={(_token, events) => {
        line = events
        events.onOpen()
        return () => undefined
      }}
    />,
  )
  return {
    hint: (hint) => line?.onHint(hint),
    lose: () => line?.onLost(undefined),
    stand: () => line?.onOpen(),
  }
}
