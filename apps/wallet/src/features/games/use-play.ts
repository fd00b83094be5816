import type { calls } from '@krapao/contract'
import { TRANSFER_ALL_REFUSALS } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/call-api.ts'
import type { GameBalance } from '../../lib/balances.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import { openModal } from '../../lib/modals.ts'
import type { MoneyWish, OpenEnd } from '../../lib/money-call.ts'
import { createMoneyWish, openEndMessage } from '../../lib/money-call.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { applyAmounts, refreshMoney } from '../../lib/wallet.ts'
import { autoLoginPath, entranceOf, gameAddress } from './game-link.ts'
import { readCredentials } from './games.api.ts'

/** What playing is busy with. */
type PlayStep = 'moving' | 'opening'

export interface Play {
  readonly step: PlayStep | undefined
  /** To be called by the press itself: a tab opens only then. */
  readonly play: () => void
}

/** What happened to the wallet's money before a game is opened. */
type Moved = { readonly end: 'moved' | 'in-progress' } | OpenEnd

/**
 * Plays a game: moves the whole main wallet into it when there is something in it (GAM-012, GAM-013), then opens it.
 * What does not move opens nothing (decisions 2.59).
 */
export function usePlay(game: GameBalance | undefined, walletMinor: number): Play {
  const texts = useTexts()
  const client = useQueryClient()
  const [step, setStep] = useState<PlayStep>()
  const isRunning = useRef(false)
  // As long as nobody knows what became of an attempt, the next press asks for the same one.
  const [wish] = useState(createMoneyWish)

  const run = async (played: GameBalance, tab: Window | null): Promise<void> => {
    if (walletMinor > 0) {
      setStep('moving')
      const moved = await moveAll(client, played.code, wish)
      if (moved.end !== 'moved') {
        tab?.close()
        sayWhyNot(texts, moved)
        return
      }
    }
    setStep('opening')
    const address = await addressOf(client, played).catch((error: unknown) => {
      tab?.close()
      const isHandled = error instanceof CallError && error.isHandled
      if (!isHandled) say(texts, errorText(texts, error))
      return undefined
    })
    if (address === undefined) return
    if (tab === null) location.assign(address)
    else tab.location.replace(address)
  }
  return {
    step,
    play: () => {
      if (isRunning.current || game === undefined) return
      const tab = buildSettings.isIframe ? openTab(texts) : null
      if (buildSettings.isIframe && tab === null) {
        say(texts, texts.t('games.account.popup'))
        return
      }
      isRunning.current = true
      void run(game, tab).finally(() => {
        isRunning.current = false
        setStep(undefined)
      })
    },
  }
}

async function moveAll(client: QueryClient, code: string, wish: MoneyWish): Promise<Moved> {
  const moved = await wish.send(
    code,
    TRANSFER_ALL_REFUSALS,
    (idempotencyKey) =>
      callApi<typeof calls.walletTransferAll>('POST', '/api/wallet/transferAll', {
        body: { to: code },
        idempotencyKey,
      }),
    ({ status }) => status !== 'IN_PROGRESS',
  )
  if (moved === undefined) return { end: 'in-progress' }
  if (moved.end !== 'done') {
    refreshMoney(client)
    return moved
  }
  applyAmounts(client, moved.answer)
  return { end: moved.answer.status === 'IN_PROGRESS' ? 'in-progress' : 'moved' }
}

function sayWhyNot(texts: Texts, moved: Moved): void {
  const { t } = texts
  if (!('error' in moved)) {
    openModal('message', { kind: 'waiting', title: t('games.account.moving'), text: t('games.account.playPending') })
  } else if (!moved.error.isHandled) {
    const words = { title: t('dialog.errorTitle'), unknownText: t('games.account.playUnknown') }
    const text = `${errorText(texts, moved.error)} ${t('games.account.playFail')}`
    openModal('message', openEndMessage(texts, moved, moved.end === 'refused' ? { ...words, text } : words))
  }
}

function say({ t }: Texts, text: string): void {
  openModal('message', { kind: 'failed', title: t('dialog.errorTitle'), text })
}

/** Where the game is, by the server's link or its own page. Throws an CallError where there is no way in. */
async function addressOf(client: QueryClient, game: GameBalance): Promise<string> {
  const link =
    entranceOf(game) === 'autoLogin'
      ? (await callApi<typeof calls.autoLogin>('GET', autoLoginPath(game, await readCredentials(client, game.code))))
          .link
      : (game.web ?? '')
  const address = link === '' ? undefined : gameAddress(link, buildSettings.providerHost)
  if (address === undefined) throw new CallError({ kind: 'unreadable' })
  return address
}

/** A tab of its own, which says what it waits for; null when the browser allows none. */
function openTab({ t, language }: Texts): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab === null) return null
  tab.opener = null
  const { document } = tab
  document.documentElement.lang = language
  document.title = t('games.account.opening')
  document.body.textContent = t('games.account.opening')
  Object.assign(document.body.style, {
    margin: '0',
    minHeight: '100vh',
    display: 'grid',
    placeItems: 'center',
    font: '18px/1.6 system-ui, sans-serif',
    color: '#f8f1e7',
    background: '#110d0b',
  })
  return tab
}
