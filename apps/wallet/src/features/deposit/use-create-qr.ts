import type { QrBankCode } from '@krapao/contract'
import { QR_BANK_CODES } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { createAttempt } from '../../lib/attempt.ts'
import { readTexts } from '../../lib/texts/texts.ts'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { createQr, qrKey } from './deposit.api.ts'
import { isSkipped, liveQrOf } from './deposit.rules.ts'

/** What stands in the way of a QR: something about the amount, or anything else. */
export type CreateProblem = { readonly kind: 'amount' | 'other' | 'unknown'; readonly error: unknown }

export interface QrCreation {
  readonly isCreating: boolean
  readonly problem: CreateProblem | undefined
  readonly create: (bankCode: QrBankCode, amountMinor: number) => Promise<void>
  readonly forget: () => void
}

/** Refusals that leave open whether the QR is made. */
const openCodes = ['REQUEST_IN_PROGRESS', 'INTERNAL_SERVER_ERROR']

function isOpen(error: unknown): boolean {
  return !(error instanceof ApiError) || error.kind !== 'refused' || openCodes.includes(error.code)
}

/**
 * Makes QRs, one for each wish: a second tap and a second try send the same key. When no answer comes the server is
 * asked what there is, before anything is said.
 */
export function useCreateQr(): QrCreation {
  const client = useQueryClient()
  const [attempt] = useState(createAttempt)
  const [isCreating, setIsCreating] = useState(false)
  const [problem, setProblem] = useState<CreateProblem>()
  const isBusy = useRef(false)

  const send = async (bankCode: QrBankCode, amountMinor: number): Promise<CreateProblem | undefined> => {
    const others = QR_BANK_CODES.filter((code) => code !== bankCode)
    try {
      const answer = await createQr(bankCode, amountMinor, attempt.keyFor(`${bankCode} ${amountMinor}`))
      attempt.settle()
      if (!answer.hasQrcode) {
        const code = answer.message ?? 'QR_FAIL'
        showToast('failed', errorText(readTexts(), new ApiError({ kind: 'refused', code })), 'create-qr')
        return undefined
      }
      dropToasts('create-qr')
      await client.cancelQueries({ queryKey: qrKey(bankCode) })
      client.setQueryData(qrKey(bankCode), answer)
      // One QR of a member lives: what the other provider's view shows is over (DEP-015).
      for (const other of others) void client.invalidateQueries({ queryKey: qrKey(other) })
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.isHandled) return undefined
      if (!isOpen(error)) {
        attempt.settle()
        return { kind: error instanceof ApiError && error.code === 'DEPOSIT_MINIMUM' ? 'amount' : 'other', error }
      }
      await client.refetchQueries({ queryKey: ['qr'] })
      const made = liveQrOf(bankCode, client.getQueryData(qrKey(bankCode)))
      if (made?.amountMinor === amountMinor) {
        attempt.settle()
        return undefined
      }
      return { kind: error instanceof ApiError && error.kind === 'timeout' ? 'unknown' : 'other', error }
    }
  }

  return {
    isCreating,
    problem,
    create: async (bankCode, amountMinor) => {
      if (isBusy.current || isSkipped(amountMinor)) return
      isBusy.current = true
      setIsCreating(true)
      setProblem(undefined)
      setProblem(await send(bankCode, amountMinor))
      setIsCreating(false)
      isBusy.current = false
    },
    forget: () => setProblem(undefined),
  }
}
