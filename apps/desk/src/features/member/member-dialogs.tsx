import { DEED_REASON_MAX, NOTE_MAX, type RevealField } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { lacking } from '../../lib/checked.ts'
import { type AnyIntent, useIntentForm } from '../../lib/intent-form.ts'
import { TextArea } from '../../ui/field.tsx'
import type { MemberDeed, Revealed } from './member.api.ts'
import { useDeed, useNote, useReveal } from './member.api.ts'
import { closing, IntentDialog } from './intent-dialog.tsx'
import { useMemberTexts } from './member-words.ts'

/** One field of words and one button: a note about him. */
export function NoteDialog({ memberId, onClose }: { memberId: string; onClose: () => void }): ReactNode {
  const { words } = useMemberTexts()
  const intent = useNote(memberId, closing(words('note.done'), onClose))
  return (
    <WordsDialog
      intent={intent}
      field="text"
      title={words('note.title')}
      text={words('note.text')}
      label={words('note.label')}
      missing={words('note.required')}
      submit={words('note.submit')}
      maxLength={NOTE_MAX}
      onClose={onClose}
    />
  )
}

/** What is done to him for a reason: locked, let in again, his sessions or his bonus ended. */
export function DeedDialog({
  memberId,
  name,
  deed,
  onClose,
}: {
  memberId: string
  name: string
  deed: MemberDeed
  onClose: () => void
}): ReactNode {
  const { words } = useMemberTexts()
  const intent = useDeed(memberId, deed, closing(words(`${deed}.done`), onClose))
  return (
    <WordsDialog
      intent={intent}
      field="reason"
      title={words(`${deed}.title`, { name })}
      text={words(`${deed}.text`)}
      label={words('dialog.reason')}
      hint={words('dialog.reasonHint')}
      missing={words('dialog.required')}
      submit={words(`${deed}.submit`)}
      maxLength={DEED_REASON_MAX}
      isDanger={deed !== 'unlock' && deed !== 'keep-factors'}
      onClose={onClose}
    />
  )
}

/** The reason for which a whole number is shown. */
export function RevealDialog({
  memberId,
  field,
  onRevealed,
  onClose,
}: {
  memberId: string
  field: RevealField
  onRevealed: (revealed: Revealed) => void
  onClose: () => void
}): ReactNode {
  const { words } = useMemberTexts()
  const intent = useReveal(memberId, field, (revealed) => {
    onRevealed(revealed)
    onClose()
  })
  return (
    <WordsDialog
      intent={{ ...intent, run: (body) => intent.run({ ...body, field }) }}
      field="reason"
      title={words(`reveal.title.${field}`)}
      text={words('reveal.text')}
      label={words('dialog.reason')}
      hint={words('dialog.reasonHint')}
      missing={words('dialog.required')}
      submit={words('reveal.submit')}
      maxLength={DEED_REASON_MAX}
      onClose={onClose}
    />
  )
}

function WordsDialog({
  intent,
  field,
  title,
  text,
  label,
  hint,
  missing,
  submit,
  maxLength,
  isDanger = false,
  onClose,
}: {
  intent: AnyIntent
  /** How the call names the words. */
  field: 'text' | 'reason'
  title: string
  text: string
  label: string
  hint?: string
  missing: string
  submit: string
  maxLength: number
  isDanger?: boolean
  onClose: () => void
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const typed = intent.values[field] ?? ''
  const form = useIntentForm(intent, { [field]: lacking(typed, missing) })
  // Whoever came by a key writes at once.
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  return (
    <IntentDialog
      title={title}
      onClose={onClose}
      intent={intent}
      button={form.button(submit)}
      isDanger={isDanger}
      onSend={() => form.send({ [field]: typed.trim() })}
    >
      <p>{text}</p>
      <div ref={box}>
        <TextArea label={label} hint={hint} rows={3} maxLength={maxLength} {...form.field(field)} />
      </div>
    </IntentDialog>
  )
}
