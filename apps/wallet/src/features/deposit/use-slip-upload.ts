import type { Slip } from '@krapao/contract'
import { SLIP_REFUSALS } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OpenEnd } from '../../lib/money-call.ts'
import { createMoneyWish } from '../../lib/money-call.ts'
import { readTexts } from '../../lib/texts/texts.ts'
import { refreshMoney } from '../../lib/wallet.ts'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import type { SlipPicture } from './slip-picture.ts'
import { prepareSlip } from './slip-picture.ts'
import type { SlipReader } from './slip-reader.ts'
import { createSlipReader } from './slip-reader.ts'
import { sendSlip } from './slip.api.ts'

/** Where a slip is on its way from the member's pictures to the server. */
export interface SlipUpload {
  /** `looking` at a chosen picture; `chosen`; `sending`; `sent` and known to the server. */
  readonly phase: 'empty' | 'looking' | 'chosen' | 'sending' | 'sent'
  readonly picture: SlipPicture | undefined
  /** How much of it is sent, from 0 to 1. */
  readonly share: number
  readonly slip: Slip | undefined
  /** What stood in the way of the last step: of looking at a picture, or of sending it. */
  readonly problem: unknown
  readonly open: OpenEnd | undefined
  readonly choose: (file: File) => Promise<void>
  readonly send: () => Promise<void>
  readonly cancel: () => void
  readonly forget: () => void
}

interface State {
  readonly phase: SlipUpload['phase']
  readonly picture?: SlipPicture | undefined
  readonly share: number
  readonly slip?: Slip
  readonly problem?: unknown
  readonly open?: OpenEnd
}

const empty: State = { phase: 'empty', share: 0 }

/**
 * Takes a slip from the choice of its picture to the server. The picture is kept through everything that fails, and sent
 * again under its own key, so that it counts once. Leaving the sheet ends an upload.
 */
export function useSlipUpload(): SlipUpload {
  const client = useQueryClient()
  const [state, setState] = useState(empty)
  const [wish] = useState(createMoneyWish)
  const reader = useRef<SlipReader>(undefined)
  const upload = useRef<AbortController>(undefined)
  const chosenCount = useRef(0)
  useEffect(
    () => () => {
      reader.current?.close()
      if (upload.current === undefined) return
      upload.current.abort()
      showToast('failed', readTexts().t('slip.upload.cancelled'), 'slip')
    },
    [],
  )

  const choose = async (file: File): Promise<void> => {
    chosenCount.current += 1
    const own = chosenCount.current
    setState({ phase: 'looking', share: 0 })
    reader.current ??= createSlipReader()
    const next = await prepareSlip(file, reader.current).then(
      (picture): State => ({ phase: 'chosen', share: 0, picture }),
      (problem: unknown): State => ({ ...empty, problem }),
    )
    if (own === chosenCount.current) setState(next)
  }

  const send = async (): Promise<void> => {
    const { picture } = state
    if (picture === undefined || upload.current !== undefined) return
    const abort = new AbortController()
    upload.current = abort
    setState({ phase: 'sending', share: 0, picture })
    const sent = await wish.send(String(chosenCount.current), SLIP_REFUSALS, (idempotencyKey) =>
      sendSlip(picture.file, {
        idempotencyKey,
        signal: abort.signal,
        onProgress: (share) => setState((now) => (now.phase === 'sending' ? { ...now, share } : now)),
      }),
    )
    upload.current = undefined
    if (sent === undefined) return
    if (sent.end === 'done') {
      dropToasts('slip')
      setState({ phase: 'sent', share: 1, picture, slip: sent.answer })
      refreshMoney(client)
    } else if (abort.signal.aborted || sent.error.isHandled) setState({ phase: 'chosen', share: 0, picture })
    else {
      if (sent.error.code === 'SLIP_CLOSED') void client.invalidateQueries({ queryKey: ['said', 'slip-window'] })
      setState({ phase: 'chosen', share: 0, picture, problem: sent.error, open: { ...sent, end: sent.end } })
    }
  }

  return {
    phase: state.phase,
    picture: state.picture,
    share: state.share,
    slip: state.slip,
    problem: state.problem,
    open: state.open,
    choose,
    send,
    cancel: () => {
      upload.current?.abort()
      showToast('done', readTexts().t('slip.upload.cancelled'), 'slip')
    },
    forget: () => {
      chosenCount.current += 1
      setState(empty)
    },
  }
}
