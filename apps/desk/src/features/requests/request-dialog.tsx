import type { DeskDataRequest } from '@krapao/contract'
import { DATA_REFUSALS, DATA_REQUEST_ENDERS, DATA_REQUEST_NOTE_MAX, DATA_REQUEST_TAKERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lacking } from '../../lib/checked.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { endOf } from '../../lib/intent-end.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { stateText, useRequestTexts } from './request-words.ts'
import type { Step } from './requests.api.ts'
import { useStep } from './requests.api.ts'

const PANEL = 'request-step'

/** One request: who asks for what, by when it is to be answered, and the steps that are left. */
export function RequestDialog({
  row,
  isStale,
  onClose,
}: {
  row: DeskDataRequest
  /** What is shown may be old: nothing is done by it. */
  isStale: boolean
  onClose: () => void
}): ReactNode {
  const texts = useRequestTexts()
  const { t, words } = texts
  const canTake = useHasRole(DATA_REQUEST_TAKERS)
  const canEnd = useHasRole(DATA_REQUEST_ENDERS)
  const next: readonly Step[] =
    row.endedAt !== null || row.isMaking
      ? []
      : [
          ...(row.state === 'received' ? (canTake ? (['verify'] as const) : []) : canEnd ? (['deliver'] as const) : []),
          ...(canEnd ? (['refuse'] as const) : []),
        ]
  const [chosen, setChosen] = useState<Step | null>(null)
  const step = next.find((one) => one === chosen) ?? next[0]
  const at = (time: string | null) => (time === null ? null : formatDateTime(time))
  const facts = [
    [words('requests.member'), <RequestMember key="member" row={row} />],
    [words('requests.received'), `${at(row.receivedAt)} · ${words(`via.${row.via}`)}`],
    [words('requests.due'), at(row.dueAt)],
    [words('requests.verified'), at(row.verifiedAt)],
    [words('requests.ended'), at(row.endedAt)],
    [words('requests.state'), stateText(texts, row)],
    [words('requests.reason'), row.reason === null ? null : words(`refusal.${row.reason}`)],
    [words('requests.note'), row.note],
  ] as const
  return (
    <Dialog title={words(`request.${row.kind}`)} closeLabel={t('common.close')} isWide onClose={onClose}>
      <div className="stack">
        <FactList rows={facts.filter(([, value]) => value !== null)} />
        {row.endedAt === null && !row.isMaking && step === undefined ? (
          <Notice sign={<Glyph state="off" />} role="note">
            {words('requests.lookOn')}
          </Notice>
        ) : null}
        {step === undefined ? null : (
          <>
            {next.length === 1 ? null : (
              <Tabs
                tabs={next.map((id) => ({ id, label: words(`step.${id}`) }))}
                active={step}
                label={words('requests.steps')}
                panelId={PANEL}
                onChoose={setChosen}
              />
            )}
            <div
              key={step}
              id={PANEL}
              {...(next.length === 1 ? {} : { role: 'tabpanel', 'aria-labelledby': `${PANEL}-${step}` })}
            >
              <StepForm row={row} step={step} isStale={isStale} onClose={onClose} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function RequestMember({ row: { memberId, memberNo, name } }: { row: DeskDataRequest }): ReactNode {
  return (
    <a href={hashOf(memberPlace(memberId))} className="num">
      {[name, memberNo].filter((one) => one !== null && one !== '').join(' · ')}
    </a>
  )
}

function StepForm({
  row,
  step,
  isStale,
  onClose,
}: {
  row: DeskDataRequest
  step: Step
  isStale: boolean
  onClose: () => void
}): ReactNode {
  const texts = useRequestTexts()
  const { t, words } = texts
  const intent = useStep(row, step, () => {
    showToast('done', words(`step.${step}.done`))
    onClose()
  })
  const note = (intent.values['note'] ?? '').trim()
  const reason = DATA_REFUSALS.find((one) => one === intent.values['reason']) ?? null
  const form = useIntentForm(intent, {
    note: lacking(note, t('form.fill')),
    reason: step === 'refuse' && reason === null ? t('form.fill') : null,
  })
  const send = (): void => form.send({ note, ...(step === 'refuse' ? { reason } : {}) })
  const isFinal = step === 'deliver' && row.kind === 'erasure'
  return (
    <div className="stack">
      <p className="hint">{step === 'deliver' ? words(`deliver.${row.kind}`) : words(`step.${step}.hint`)}</p>
      {step === 'refuse' ? (
        <Choices
          legend={words('requests.reason')}
          options={DATA_REFUSALS.map((id) => ({ id, label: words(`refusal.${id}`) }))}
          chosen={reason}
          {...form.choice('reason')}
        />
      ) : null}
      <TextArea label={words(`step.${step}.note`)} rows={3} maxLength={DATA_REQUEST_NOTE_MAX} {...form.field('note')} />
      <IntentEnd
        end={endOf(intent, texts, ({ code }) =>
          code === 'MOVED_ON' ? words('requests.movedOn') : code === 'STILL_OPEN' ? words('requests.stillOpen') : null,
        )}
      />
      <Button
        kind={(step === 'refuse' || isFinal) && !intent.isUnknown ? 'danger' : 'gold'}
        isWide
        disabled={isStale}
        keys="Ctrl Enter"
        {...form.button(words(isFinal ? 'deliver.erasure.send' : `step.${step}`))}
        onClick={send}
      />
    </div>
  )
}
