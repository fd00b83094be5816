import type { calls } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { useEffect, useState } from 'react'
import { errorText } from '../lib/api/api-error.ts'
import { callApi, setApiReactions } from '../lib/api/call-api.ts'
import { paths } from '../lib/paths.ts'
import { goTo } from '../lib/router.tsx'
import { endSession, forgetBalance, hasToken } from '../lib/session.ts'
import { loadTexts, readTexts } from '../lib/texts/texts.ts'
import { showToast } from '../ui/toast.tsx'

/** Whether the service was found active on the way to /login, which shows itself then; or is found so while it is drawn. */
let isCleared = false
/** Whether the page that the app was opened at is the one that is shown. */
let isFirstPage = false
let onTheWay: Promise<void> | undefined

/** Asks whether the service has ended. A check that fails counts as no (decisions 2.3, 2.4). */
async function isTerminated(): Promise<boolean> {
  try {
    const answer: { terminated?: unknown; message?: unknown } = await callApi<typeof calls.lookupActive>(
      'GET',
      '/api/lookup/active',
    )
    return answer.terminated === true || String(answer.message).toLowerCase() === 'terminated'
  } catch (error) {
    return error instanceof CallError && error.code.toLowerCase() === 'gone'
  }
}

function goToTerminated(): void {
  forgetBalance()
  goTo(paths.terminated, { replace: true })
}

/** Goes to /login after the active check, or to /terminated when the service has ended (NAV-015, NAV-016). */
export async function goToLogin(): Promise<void> {
  onTheWay ??= checkAndGo().finally(() => {
    onTheWay = undefined
  })
  await onTheWay
}

async function checkAndGo(): Promise<void> {
  if (await isTerminated()) {
    goToTerminated()
    return
  }
  isCleared = location.pathname !== paths.login
  goTo(paths.login, { replace: location.pathname === paths.root || location.pathname.startsWith(paths.user) })
}

/**
 * Whether /login may be seen: after the active check, however slow it is. Who opened it by its address sees it at once,
 * and the check is made meanwhile.
 */
export function useActiveCheck(): boolean {
  const [isSeen, setIsSeen] = useState(isCleared || isFirstPage)
  useEffect(() => {
    const isChecked = isCleared
    isCleared = false
    isFirstPage = false
    if (isChecked) return
    void isTerminated().then((isOver) => (isOver ? goToTerminated() : setIsSeen(true)))
  }, [])
  return isSeen
}

/** Logs the member out: what is kept of him goes at once, the token dies on the server as soon as it can. */
export async function logOut(): Promise<void> {
  if (hasToken()) {
    // Nobody waits for it: without an answer the token dies of age.
    callApi<typeof calls.logout>('POST', '/api/logout').catch(() => undefined)
  }
  endSession()
  showToast('done', readTexts().t('logout.done'))
  await goToLogin()
}

/** Leads to /terminated when a call says that the service is gone, and to /login when the token is no good. */
export function followTheServer(): void {
  isFirstPage = location.pathname === paths.login
  setApiReactions({
    gone: goToTerminated,
    stepUp: async (act) => (await import('../features/security/step-up-sheet.tsx')).askStepUp(act),
    signedOut: (code) => {
      void sayWhySignedOut(code)
      void goToLogin()
    },
  })
}

/** The words for it are not of the first load. */
async function sayWhySignedOut(code: string): Promise<void> {
  await loadTexts(['errors']).catch(() => undefined)
  showToast('failed', errorText(readTexts(), new CallError({ kind: 'refused', code })))
}
