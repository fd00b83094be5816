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
import { lacking } from '../../lib/checked.ts'
import { type AnyIntent, useIntentForm } from '../../lib/intent-form.ts'
import { typedMinorUpTo, wireOf } from '../../lib/typed-amount.ts'
import { named } from '../../lib/texts/texts.ts'
import { Choices } from '../../ui/choices.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { closing, IntentDialog } from './intent-dialog.tsx'
import type { ProtectionDeed } from './member.api.ts'
import { useDeed } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'

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
  return useDeed(memberId, deed, closing(words(`${deed}.done`), onClose))
}

const reasonOf = ({ values }: AnyIntent): string => (values['reason'] ?? '').trim()

function ReasonField(field: ReturnType<ReturnType<typeof useIntentForm>['field']>): ReactNode {
  const { words } = useMemberTexts()
  return (
    <TextArea
      label={words('dialog.reason')}
      hint={words('dialog.reasonHint')}
      rows={3}
      maxLength={DEED_REASON_MAX}
      {...field}
    />
  )
}

const CHANGES = ['set', 'remove'] as const

function LimitDialog(props: DialogProps): ReactNode {
  const { words } = useMemberTexts()
  const intent = useProtectionIntent('limits', props)
  const { values } = intent
  const kind: LimitKind = LIMIT_KINDS.find((one) => one === values['kind']) ?? 'deposit'
  const period: LimitPeriod = LIMIT_PERIODS.find((one) => one === values['period']) ?? 'day'
  const change = values['change'] === 'remove' ? 'remove' : 'set'
  const typedMinor = typedMinorUpTo(LIMIT_MAX_MINOR, values['amount'] ?? '')
  const amountMinor = typedMinor !== null && typedMinor >= LIMIT_MIN_MINOR ? typedMinor : null
  const amount = change === 'set' ? wireOf(amountMinor) : null
  const reason = reasonOf(intent)
  const form = useIntentForm<'kind' | 'period' | 'change' | 'amount' | 'reason'>(intent, {
    amount: change === 'set' && amountMinor === null ? words('limits.amountWrong') : null,
    reason: lacking(reason, words('dialog.required')),
  })
  return (
    <IntentDialog
      title={words('limits.dialog', { name: props.name })}
      onClose={props.onClose}
      intent={intent}
      button={form.button(words(`limits.submit.${change}`))}
      onSend={() => form.send({ kind, period, amount, reason })}
    >
      <p>{words('limits.text')}</p>
      <Choices
        legend={words('limits.kind')}
        options={LIMIT_KINDS.map((id) => ({ id, label: words(`limits.kind.${id}`) }))}
        chosen={kind}
        {...form.choice('kind')}
      />
      <Choices
        legend={words('limits.period')}
        options={LIMIT_PERIODS.map((id) => ({ id, label: words(`limits.period.${id}`) }))}
        chosen={period}
        {...form.choice('period')}
      />
      <Choices
        legend={words('limits.change')}
        options={CHANGES.map((id) => ({ id, label: words(`limits.change.${id}`) }))}
        chosen={change}
        {...form.choice('change')}
      />
      {change === 'remove' ? null : (
        <TextField
          label={words('adjust.amount')}
          hint={words('limits.amountHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          {...form.field('amount')}
        />
      )}
      <ReasonField {...form.field('reason')} />
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
  const intent = useProtectionIntent(deed, props)
  const { field, terms } = TERMS[deed]
  // Nothing is chosen for who presses: what is taken here nobody shortens.
  const chosen = terms.find((one) => String(one) === intent.values['term'])
  const reason = reasonOf(intent)
  const form = useIntentForm(intent, {
    term: chosen === undefined ? words('exclusion.termMissing') : null,
    reason: lacking(reason, words('dialog.required')),
  })
  return (
    <IntentDialog
      title={words(`${deed}.dialog`, { name: props.name })}
      onClose={props.onClose}
      intent={intent}
      button={form.button(words(`${deed}.submit`))}
      isDanger
      onSend={() => form.send({ [field]: chosen, reason })}
    >
      <p>{words(`${deed}.text`)}</p>
      <Choices
        legend={words('exclusion.term')}
        options={terms.map((term) => ({
          id: String(term),
          label: named(texts, `${deed}.term.${String(term)}`, String(term)),
        }))}
        chosen={chosen === undefined ? null : String(chosen)}
        {...form.choice('term')}
      />
      <ReasonField {...form.field('reason')} />
    </IntentDialog>
  )
}
