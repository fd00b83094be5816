import type { calls } from '@krapao/contract'
import { NOTICE_REFUSALS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { createMoneyWish, isSaid } from '../../lib/money-call.ts'
import { withReference } from '../../lib/open-end-lines.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { refreshMoney } from '../../lib/wallet.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { showToast } from '../../ui/toast.tsx'
import { minorOfTyped } from '../../ui/typed-amount.ts'
import styles from './deposit-sheet.module.css'

/** Tells the operator of a transfer without a slip; credits nothing (DEP-023, decisions 2.35). */
export function NoticeForm(): ReactNode {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const ref = useRef<HTMLElement>(null)
  if (!isOpen) {
    return (
      <Button
        kind="quiet"
        aria-expanded="false"
        onClick={() => {
          setIsOpen(true)
          // The field is what the press was for. What stays in sight below would lie over it.
          setTimeout(() => {
            ref.current?.querySelector('input')?.focus({ preventScroll: true })
            ref.current?.scrollIntoView({ block: 'center' })
          })
        }}
      >
        {t('deposit.notice.open')}
      </Button>
    )
  }
  return (
    <section className={styles.notice} aria-label={t('deposit.notice.title')} ref={ref}>
      <h3>{t('deposit.notice.title')}</h3>
      <p>
        <Phrases text={t('deposit.notice.text')} />
      </p>
      <Form onDone={() => setIsOpen(false)} />
    </section>
  )
}

function Form({ onDone }: { onDone: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const [wish] = useState(createMoneyWish)
  const [typed, setTyped] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const amountMinor = minorOfTyped(typed)
  const isGood = amountMinor !== undefined && amountMinor > 0

  const send = async (amount: number): Promise<void> => {
    setIsSending(true)
    setProblem(undefined)
    const sent = await wish.send(String(amount), NOTICE_REFUSALS, (idempotencyKey) =>
      callApi<typeof calls.walletAdd>('POST', '/api/wallet/add', {
        body: { amount: toWireAmount(amount) },
        idempotencyKey,
      }),
    )
    if (sent === undefined) return
    if (sent.end === 'done') {
      refreshMoney(client)
      showToast('done', t('deposit.notice.done'))
      onDone()
      return
    }
    setIsSending(false)
    const { error } = sent
    if (error.isHandled) return
    const isTold = sent.end === 'refused' || isSaid(error)
    setProblem(withReference(texts, isTold ? errorText(texts, error) : t('deposit.notice.unknown'), sent))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood && !isSending) void send(amountMinor)
      }}
    >
      <AmountField
        label={t('deposit.notice.amount')}
        placeholder={t('common.amountPlaceholder')}
        error={problem}
        text={typed}
        isDisabled={isSending}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
      />
      <Button kind="tonal" type="submit" disabled={!isGood} busyLabel={isSending ? t('common.sending') : undefined}>
        {t('deposit.notice.send')}
      </Button>
    </form>
  )
}
