import { DEED_REASON_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { useIntent } from '../../lib/intent.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import styles from './bonuses-page.module.css'

/** What takes effect for players: with a reason, what comes next, and one press. */
export function OfferDeed<Answer>({
  name,
  title,
  hint,
  label,
  kind,
  problem,
  send,
  body,
  onDone,
}: {
  name: string
  title: string
  hint: string
  label: string
  kind: 'gold' | 'danger'
  /** Why it cannot be done now. */
  problem: string | null
  send: (body: object, key: string) => Promise<Answer>
  body: object
  onDone: (answer: Answer) => void
}): ReactNode {
  const texts = usePlaceTexts(table)
  const { t, words } = texts
  const [isChecked, setIsChecked] = useState(false)
  const { values, isPending, isUnknown, error, change, run } = useIntent(name, {
    send,
    onDone: (answer: Answer) => {
      setIsChecked(false)
      onDone(answer)
    },
  })
  const reason = values['reason'] ?? ''
  return (
    <Panel title={title} aside={hint}>
      <div className={styles.stack}>
        <TextArea
          label={words('bonuses.reason')}
          rows={2}
          maxLength={DEED_REASON_MAX}
          value={reason}
          disabled={isPending || isUnknown}
          {...(isChecked && reason.trim() === '' ? { error: words('bonuses.fill') } : {})}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {problem === null ? null : <p className={styles.hint}>{problem}</p>}
        <IntentEnd
          end={endOf({ error, isUnknown }, texts, ({ code, details }) =>
            code === 'MOVED_ON' ? words(details['what'] === 'OVER' ? 'bonuses.over' : 'bonuses.moved') : null,
          )}
        />
        <Button
          kind={kind}
          disabled={problem !== null && !isUnknown}
          busyLabel={isPending ? words('bonuses.sending') : undefined}
          onClick={() => {
            setIsChecked(true)
            if (isUnknown || reason.trim() !== '') void run({ ...body, reason: reason.trim() })
          }}
        >
          {isUnknown ? t('intent.again') : label}
        </Button>
      </div>
    </Panel>
  )
}
