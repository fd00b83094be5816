import { DATA_REQUEST_KINDS, DATA_REQUEST_NOTE_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { lacking } from '../../lib/checked.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { Choices } from '../../ui/choices.tsx'
import { TextArea } from '../../ui/field.tsx'
import { closing, IntentDialog } from './intent-dialog.tsx'
import { useDataRequest } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'

/** Writes down what he asks about what is kept of him, and how he asked. */
export function DataRequestDialog({
  memberId,
  name,
  onClose,
}: {
  memberId: string
  name: string
  onClose: () => void
}): ReactNode {
  const { t, words } = useMemberTexts()
  const intent = useDataRequest(memberId, closing(words('data-request.done'), onClose))
  const kind = DATA_REQUEST_KINDS.find((one) => one === intent.values['kind']) ?? null
  const note = (intent.values['note'] ?? '').trim()
  const form = useIntentForm(intent, {
    kind: kind === null ? t('form.fill') : null,
    note: lacking(note, t('form.fill')),
  })
  return (
    <IntentDialog
      title={words('data-request.title', { name })}
      onClose={onClose}
      intent={intent}
      button={form.button(words('data-request.submit'))}
      movedOn={() => words('data-request.open')}
      onSend={() => form.send({ memberId, kind, note })}
    >
      <p>{words('data-request.text')}</p>
      <Choices
        legend={words('data-request.kind')}
        options={DATA_REQUEST_KINDS.map((id) => ({ id, label: words(`request.${id}`) }))}
        chosen={kind}
        {...form.choice('kind')}
      />
      <TextArea label={words('data-request.note')} rows={3} maxLength={DATA_REQUEST_NOTE_MAX} {...form.field('note')} />
    </IntentDialog>
  )
}
