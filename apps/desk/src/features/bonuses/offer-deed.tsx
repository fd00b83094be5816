import { DEED_REASON_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { lacking } from '../../lib/checked.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useIntent } from '../../lib/intent.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }

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
  const intent = useIntent(name, {
    send,
    onDone: (answer: Answer) => {
      form.uncheck()
      onDone(answer)
    },
  })
  const reason = (intent.values['reason'] ?? '').trim()
  const form = useIntentForm(intent, { reason: lacking(reason, t('form.fill')) })
  return (
    <Panel title={title} aside={hint}>
      <div className="stack">
        <TextArea label={words('bonuses.reason')} rows={2} maxLength={DEED_REASON_MAX} {...form.field('reason')} />
        {problem === null ? null : <p className="hint">{problem}</p>}
        <IntentEnd
          end={endOf(intent, texts, ({ code, details }) =>
            code === 'MOVED_ON' ? words(details['what'] === 'OVER' ? 'bonuses.over' : 'bonuses.moved') : null,
          )}
        />
        <Button
          kind={kind}
          disabled={problem !== null && !intent.isUnknown}
          {...form.button(label)}
          onClick={() => form.send({ ...body, reason })}
        />
      </div>
    </Panel>
  )
}
