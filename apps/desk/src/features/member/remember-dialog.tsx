import { PAYOUT_REFERENCE } from '@krapao/contract'
import { AMOUNT_MAX_MINOR, toWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { typedMinorUpTo } from '../../lib/typed-amount.ts'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IntentDialog } from './intent-dialog.tsx'
import { useRememberPayout } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'

const ENDS = ['FAILED', 'RETURNED', 'NOT_FOUND', 'SILENT', 'KNOWN_HERE', 'NOT_RESTORED'] as const

/** A payout that the bank lists and the restored copy has forgotten, as the withdrawal that it was. */
export function RememberDialog({
  memberId,
  name,
  onClose,
}: {
  memberId: string
  name: string
  onClose: () => void
}): ReactNode {
  const { words } = useMemberTexts()
  const [isChecked, setIsChecked] = useState(false)
  const intent = useRememberPayout(memberId, () => {
    showToast('done', words('remember.done'))
    onClose()
  })
  const { values, isPending, isUnknown } = intent
  const { reference = '', amount = '', kip = '' } = values
  const [amountMinor, kipMinor] = [typedMinorUpTo(AMOUNT_MAX_MINOR, amount), typedMinorUpTo(AMOUNT_MAX_MINOR, kip)]
  const wrong = {
    reference: !PAYOUT_REFERENCE.test(reference.trim()),
    amount: amountMinor === null,
    kip: kip.trim() !== '' && kipMinor === null,
  }
  const send = (): void => {
    setIsChecked(true)
    if (!isUnknown && (wrong.reference || wrong.amount || wrong.kip)) return
    const paid = kipMinor === null ? {} : { kip: toWireAmount(kipMinor) }
    void intent.run({ reference: reference.trim(), amount: toWireAmount(amountMinor ?? 0), ...paid })
  }
  const field = (id: keyof typeof wrong, value: string): ReactNode => (
    <TextField
      label={words(`remember.${id}`)}
      {...(isChecked && wrong[id] && !isUnknown ? { error: words(`remember.${id}Wrong`) } : {})}
      inputMode={id === 'reference' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={id === 'reference' ? 64 : 16}
      value={value}
      disabled={isPending || isUnknown}
      onChange={(event) => intent.change({ [id]: event.target.value })}
    />
  )
  return (
    <IntentDialog
      title={words('remember.title', { name })}
      onClose={onClose}
      intent={intent}
      submit={words('remember.submit')}
      movedOn={(what) => {
        const end = ENDS.find((one) => one === what)
        return end === undefined ? null : words(`remember.end.${end}`)
      }}
      onSend={send}
    >
      <p>{words('remember.text')}</p>
      {field('reference', reference)}
      {field('amount', amount)}
      {field('kip', kip)}
    </IntentDialog>
  )
}
