import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useStepUp } from './account.api.ts'
import { CodeForm } from './code-form.tsx'
import table from './account-texts.json'

/** Asks for a code of the moment before something goes on that wants a fresh one. */
export function StepUpDialog({ onSettled }: { onSettled: (isFresh: boolean) => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const stepUp = useStepUp()
  const textId = useId()
  const box = useRef<HTMLDivElement>(null)
  // Whoever came by a key types the code at once.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <Dialog
      title={words('stepUp.title')}
      describedBy={textId}
      closeLabel={t('common.close')}
      onClose={() => onSettled(false)}
    >
      <div ref={box}>
        <CodeForm
          button={{ kind: 'gold', label: words('stepUp.submit'), busyLabel: words('stepUp.checking') }}
          isPending={stepUp.isPending}
          problem={stepUp.error === null ? null : errorText(stepUp.error)}
          onSend={(totp) => stepUp.mutate(totp, { onSuccess: () => onSettled(true) })}
        >
          {() => <p id={textId}>{words('stepUp.text')}</p>}
        </CodeForm>
      </div>
    </Dialog>
  )
}
