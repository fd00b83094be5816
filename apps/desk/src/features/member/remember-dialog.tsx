import { PAYOUT_REFERENCE } from '@krapao/contract'
import { AMOUNT_MAX_MINOR, toWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useIntentForm } from '../../lib/intent-form.ts'
import { typedMinorUpTo } from '../../lib/typed-amount.ts'
import { TextField } from '../../ui/field.tsx'
import { closing, IntentDialog } from './intent-dialog.tsx'
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
  const intent = useRememberPayout(memberId, closing(words('remember.done'), onClose))
  const { reference = '', amount = '', kip = '' } = intent.values
  const [amountMinor, kipMinor] = [typedMinorUpTo(AMOUNT_MAX_MINOR, amount), typedMinorUpTo(AMOUNT_MAX_MINOR, kip)]
  const wrong = (id: 'reference' | 'amount' | 'kip', isWrong: boolean) =>
    isWrong ? words(`remember.${id}Wrong`) : null
  const form = useIntentForm(intent, {
    reference: wrong('reference', !PAYOUT_REFERENCE.test(reference.trim())),
    amount: wrong('amount', amountMinor === null),
    kip: wrong('kip', kip.trim() !== '' && kipMinor === null),
  })
  const send = (): void => {
    const paid = kipMinor === null ? {} : { kip: toWireAmount(kipMinor) }
    form.send({ reference: reference.trim(), amount: toWireAmount(amountMinor ?? 0), ...paid })
  }
  return (
    <IntentDialog
      title={words('remember.title', { name })}
      onClose={onClose}
      intent={intent}
      button={form.button(words('remember.submit'))}
      movedOn={(what) => {
        const end = ENDS.find((one) => one === what)
        return end === undefined ? null : words(`remember.end.${end}`)
      }}
      onSend={send}
    >
      <p>{words('remember.text')}</p>
      {(['reference', 'amount', 'kip'] as const).map((id) => (
        <TextField
          key={id}
          label={words(`remember.${id}`)}
          inputMode={id === 'reference' ? 'text' : 'decimal'}
          autoComplete="off"
          maxLength={id === 'reference' ? 64 : 16}
          {...form.field(id)}
        />
      ))}
    </IntentDialog>
  )
}
