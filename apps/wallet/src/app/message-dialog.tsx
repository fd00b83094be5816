import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { ModalProps } from '../lib/modals.ts'
import { openModal } from '../lib/modals.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Amount } from '../ui/amount.tsx'

/** What happened, in a title and a sentence (ERR-093, ERR-094). */
export function MessageDialog({
  kind,
  title,
  text,
  amountMinor,
  isGain = false,
  money,
  reference,
  more,
  watch,
  onClose,
}: ModalProps<'message'>): ReactNode {
  const { t } = useTexts()
  const closeRef = useRef(onClose)
  useEffect(() => {
    closeRef.current = onClose
  })
  useEffect(() => {
    let isOver = false
    const stop = watch?.((news) => {
      if (isOver) return
      isOver = true
      closeRef.current()
      openModal('message', news)
    })
    return stop
  }, [watch])
  const amount =
    amountMinor === undefined ? undefined : (
      <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} sign={isGain ? '+' : ''} />
    )
  return (
    <AlertDialog
      kind={kind}
      title={title}
      amount={amount}
      isGain={isGain}
      text={text}
      money={money}
      reference={reference}
      okLabel={t('common.ok')}
      more={
        more && {
          ...more,
          onPress: () => {
            onClose()
            more.onPress()
          },
        }
      }
      onClose={onClose}
    />
  )
}
