import type { LimitKind, LimitPeriod } from '@krapao/contract'
import {
  COOL_OFF_HOURS,
  DEED_REASON_MAX,
  EXCLUSION_MONTHS,
  LIMIT_KINDS,
  LIMIT_MAX_MINOR,
  LIMIT_MIN_MINOR,
  LIMIT_PERIODS,
} from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { typedMinorUpTo, wireOf } from '../../lib/typed-amount.ts'
import { Choices } from '../../ui/choices.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IntentDialog, type MemberIntent } from './intent-dialog.tsx'
import type { ProtectionDeed } from './member.api.ts'
import { useDeed } from './member.api.ts'
import { named, useMemberTexts } from './member-words.ts'

interface DialogProps {
  memberId: string
  name: string
  onClose: () => void
}

/** What staff set to protect a member: a limit of ours, a break or an exclusion that he asked for. */
export function ProtectionDialog({ deed, ...props }: DialogProps & { deed: ProtectionDeed }): ReactNode {
  return deed === 'limits' ? <LimitDialog {...props} /> : <TermDialog deed={deed} {...props} />
}

function useProtectionIntent(deed: ProtectionDeed, { memberId, onClose }: DialogProps) {
  const { words } = useMemberTexts()
  return useDeed(memberId, deed, () => {
    showToast('done', words(`${deed}.done`))
    onClose()
  })
}

const reasonOf = ({ values }: MemberIntent): string => (values['reason'] ?? '').trim()

function ReasonField({ intent, isChecked }: { intent: MemberIntent; isChecked: boolean }): ReactNode {
  const { words } = useMemberTexts()
  const { values, isPending, isUnknown } = intent
  const isMissing = isChecked && !isUnknown && reasonOf(intent) === ''
  return (
    <TextArea
      label={words('dialog.reason')}
      hint={words('dialog.reasonHint')}
      {...(isMissing ? { error: words('dialog.required') } : {})}
      rows={3}
      maxLength={DEED_REASON_MAX}
      value={values['reason'] ?? ''}
      disabled={isPending || isUnknown}
      onChange={(event) => intent.change({ reason: event.target.value })}
    />
  )
}

const CHANGES = ['set', 'remove'] as const

function LimitDialog(props: DialogProps): ReactNode {
  const { words } = useMemberTexts()
  const [isChecked, setIsChecked] = useState(false)
  const intent = useProtectionIntent('limits', props)
  const { values, isPending, isUnknown } = intent
  const isLocked = isPending || isUnknown
  const kind: LimitKind = LIMIT_KINDS.find((one) => one === values['kind']) ?? 'deposit'
  const period: LimitPeriod = LIMIT_PERIODS.find((one) => one === values['period']) ?? 'day'
  const change = values['change'] === 'remove' ? 'remove' : 'set'
  const typedMinor = typedMinorUpTo(LIMIT_MAX_MINOR, values['amount'] ?? '')
  const amountMinor = typedMinor !== null && typedMinor >= LIMIT_MIN_MINOR ? typedMinor : null
  const isWrong = change === 'set' && amountMinor === null
  const send = (): void => {
    setIsChecked(true)
    if (!isUnknown && (isWrong || reasonOf(intent) === '')) return
    const amount = change === 'set' ? wireOf(amountMinor) : null
    void intent.run({ kind, period, amount, reason: reasonOf(intent) })
  }
  const choose = (field: string) => (id: string) => intent.change({ [field]: id })
  return (
    <IntentDialog
      title={words('limits.dialog', { name: props.name })}
      onClose={props.onClose}
      intent={intent}
      submit={words(`limits.submit.${change}`)}
      onSend={send}
    >
      <p>{words('limits.text')}</p>
      <Choices
        legend={words('limits.kind')}
        options={LIMIT_KINDS.map((id) => ({ id, label: words(`limits.kind.${id}`) }))}
        chosen={kind}
        isDisabled={isLocked}
        onChoose={choose('kind')}
      />
      <Choices
        legend={words('limits.period')}
        options={LIMIT_PERIODS.map((id) => ({ id, label: words(`limits.period.${id}`) }))}
        chosen={period}
        isDisabled={isLocked}
        onChoose={choose('period')}
      />
      <Choices
        legend={words('limits.change')}
        options={CHANGES.map((id) => ({ id, label: words(`limits.change.${id}`) }))}
        chosen={change}
        isDisabled={isLocked}
        onChoose={choose('change')}
      />
      {change === 'remove' ? null : (
        <TextField
          label={words('adjust.amount')}
          hint={words('limits.amountHint')}
          {...(isChecked && isWrong && !isUnknown ? { error: words('limits.amountWrong') } : {})}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          value={values['amount'] ?? ''}
          disabled={isLocked}
          onChange={(event) => intent.change({ amount: event.target.value })}
        />
      )}
      <ReasonField intent={intent} isChecked={isChecked} />
    </IntentDialog>
  )
}

const TERMS = {
  'cool-off': { field: 'hours', terms: COOL_OFF_HOURS },
  'self-exclusion': { field: 'months', terms: [...EXCLUSION_MONTHS, null] },
} as const

function TermDialog({ deed, ...props }: DialogProps & { deed: Exclude<ProtectionDeed, 'limits'> }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const [isChecked, setIsChecked] = useState(false)
  const intent = useProtectionIntent(deed, props)
  const { values, isPending, isUnknown } = intent
  const { field, terms } = TERMS[deed]
  // Nothing is chosen for who presses: what is taken here nobody shortens.
  const chosen = terms.find((one) => String(one) === values['term'])
  const send = (): void => {
    setIsChecked(true)
    if (!isUnknown && (chosen === undefined || reasonOf(intent) === '')) return
    void intent.run({ [field]: chosen, reason: reasonOf(intent) })
  }
  return (
    <IntentDialog
      title={words(`${deed}.dialog`, { name: props.name })}
      onClose={props.onClose}
      intent={intent}
      submit={words(`${deed}.submit`)}
      isDanger
      onSend={send}
    >
      <p>{words(`${deed}.text`)}</p>
      <Choices
        legend={words('exclusion.term')}
        {...(isChecked && chosen === undefined && !isUnknown ? { error: words('exclusion.termMissing') } : {})}
        options={terms.map((term) => ({
          id: String(term),
          label: named(texts, `${deed}.term.${String(term)}`, String(term)),
        }))}
        chosen={chosen === undefined ? null : String(chosen)}
        isDisabled={isPending || isUnknown}
        onChoose={(term) => intent.change({ term })}
      />
      <ReasonField intent={intent} isChecked={isChecked} />
    </IntentDialog>
  )
}
