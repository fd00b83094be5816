import { DATA_REQUEST_KINDS, DATA_REQUEST_NOTE_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Choices } from '../../ui/choices.tsx'
import { TextArea } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IntentDialog } from './intent-dialog.tsx'
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
  const { words } = useMemberTexts()
  const [isChecked, setIsChecked] = useState(false)
  const intent = useDataRequest(memberId, () => {
    showToast('done', words('data-request.done'))
    onClose()
  })
  const { values, isPending, isUnknown } = intent
  const isLocked = isPending || isUnknown
  const kind = DATA_REQUEST_KINDS.find((one) => one === values['kind']) ?? null
  const note = (values['note'] ?? '').trim()
  const missing = (isMissing: boolean) =>
    isChecked && isMissing && !isUnknown ? { error: words('data-request.fill') } : {}
  const send = (): void => {
    setIsChecked(true)
    if (isUnknown || (kind !== null && note !== '')) void intent.run({ memberId, kind, note })
  }
  return (
    <IntentDialog
      title={words('data-request.title', { name })}
      onClose={onClose}
      intent={intent}
      submit={words('data-request.submit')}
      movedOn={() => words('data-request.open')}
      onSend={send}
    >
      <p>{words('data-request.text')}</p>
      <Choices
        legend={words('data-request.kind')}
        options={DATA_REQUEST_KINDS.map((id) => ({ id, label: words(`request.${id}`) }))}
        chosen={kind}
        isDisabled={isLocked}
        {...missing(kind === null)}
        onChoose={(id) => intent.change({ kind: id })}
      />
      <TextArea
        label={words('data-request.note')}
        rows={3}
        maxLength={DATA_REQUEST_NOTE_MAX}
        value={values['note'] ?? ''}
        disabled={isLocked}
        {...missing(note === '')}
        onChange={(event) => intent.change({ note: event.target.value })}
      />
    </IntentDialog>
  )
}
