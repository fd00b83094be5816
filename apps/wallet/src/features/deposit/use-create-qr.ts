import type { QrCode } from '@krapao/contract'
import { QR_REFUSALS } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { OpenEnd } from '../../lib/money-call.ts'
import { createMoneyWish } from '../../lib/money-call.ts'
import { readTexts } from '../../lib/texts/texts.ts'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { createQr, qrKey } from './deposit.api.ts'
import { isSkipped, liveQrOf } from './deposit.rules.ts'

/** What stands in the way of a QR: something about the amount, or anything else. */
export type CreateProblem = { readonly kind: 'amount' | 'limit' | 'other' | 'unknown'; readonly open: OpenEnd }

const kinds: Readonly<Record<string, CreateProblem['kind']>> = { DEPOSIT_MINIMUM: 'amount', LIMIT_REACHED: 'limit' }

export interface QrCreation {
  readonly isCreating: boolean
  readonly problem: CreateProblem | undefined
  readonly create: (bankCode: string, amountMinor: number) => Promise<void>
  readonly forget: () => void
}

/**
 * Makes QRs, one for each wish: a second tap and a second try send the same key. When no answer comes the server is
 * asked what there is, before anything is said.
 */
export function useCreateQr(): QrCreation {
  const client = useQueryClient()
  const [wish] = useState(createMoneyWish)
  const [isCreating, setIsCreating] = useState(false)
  const [problem, setProblem] = useState<CreateProblem>()

  const take = async (bankCode: string, answer: QrCode): Promise<void> => {
    if (!answer.hasQrcode) {
      const code = answer.message ?? 'QR_FAIL'
      showToast('failed', errorText(readTexts(), new CallError({ kind: 'refused', code })), 'create-qr')
      return
    }
    dropToasts('create-qr')
    await client.cancelQueries({ queryKey: qrKey(bankCode) })
    client.setQueryData(qrKey(bankCode), answer)
    // One QR of a member lives: what the other provider's view shows is over (DEP-015).
    void client.invalidateQueries({ queryKey: ['qr'], predicate: ({ queryKey }) => queryKey[1] !== bankCode })
  }

  const send = async (bankCode: string, amountMinor: number): Promise<void> => {
    const sent = await wish.send(`${bankCode} ${amountMinor}`, QR_REFUSALS, (key) => {
      setIsCreating(true)
      setProblem(undefined)
      return createQr(bankCode, amountMinor, key)
    })
    if (sent === undefined) return
    if (sent.end === 'done') await take(bankCode, sent.answer)
    else if (sent.end === 'refused') {
      setProblem({
        kind: kinds[sent.error.code] ?? 'other',
        open: { ...sent, end: 'refused' },
      })
    } else if (!sent.error.isHandled) {
      await client.refetchQueries({ queryKey: ['qr'] })
      const made = liveQrOf(bankCode, client.getQueryData(qrKey(bankCode)))
      if (made?.amountMinor !== amountMinor) {
        setProblem({ kind: sent.error.kind === 'timeout' ? 'unknown' : 'other', open: { ...sent, end: 'unknown' } })
      }
    }
    setIsCreating(false)
  }

  return {
    isCreating,
    problem,
    create: async (bankCode, amountMinor) => {
      if (!isSkipped(amountMinor)) await send(bankCode, amountMinor)
    },
    forget: () => setProblem(undefined),
  }
}
