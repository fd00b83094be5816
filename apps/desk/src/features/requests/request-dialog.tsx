import type { DeskDataRequest } from '@krapao/contract'
import { DATA_REFUSALS, DATA_REQUEST_ENDERS, DATA_REQUEST_NOTE_MAX, DATA_REQUEST_TAKERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
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
import styles from './requests.module.css'

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
      <div className={styles.form}>
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
  const [isChecked, setIsChecked] = useState(false)
  const { values, error, isPending, isUnknown, change, run } = useStep(row, step, () => {
    showToast('done', words(`step.${step}.done`))
    onClose()
  })
  const note = (values['note'] ?? '').trim()
  const reason = DATA_REFUSALS.find((one) => one === values['reason']) ?? null
  const isMissing = { note: note === '', reason: step === 'refuse' && reason === null }
  const isLocked = isPending || isUnknown
  const send = (): void => {
    setIsChecked(true)
    if (isStale || (!isUnknown && (isMissing.note || isMissing.reason))) return
    void run({ note, ...(step === 'refuse' ? { reason } : {}) })
  }
  useCtrlEnter(send)
  const missing = (name: keyof typeof isMissing) =>
    isChecked && !isUnknown && isMissing[name] ? { error: words('requests.fill') } : {}
  const isFinal = step === 'deliver' && row.kind === 'erasure'
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{step === 'deliver' ? words(`deliver.${row.kind}`) : words(`step.${step}.hint`)}</p>
      {step === 'refuse' ? (
        <Choices
          legend={words('requests.reason')}
          options={DATA_REFUSALS.map((id) => ({ id, label: words(`refusal.${id}`) }))}
          chosen={reason}
          isDisabled={isLocked}
          {...missing('reason')}
          onChoose={(id) => change({ reason: id })}
        />
      ) : null}
      <TextArea
        label={words(`step.${step}.note`)}
        rows={3}
        maxLength={DATA_REQUEST_NOTE_MAX}
        value={values['note'] ?? ''}
        disabled={isLocked}
        {...missing('note')}
        onChange={(event) => change({ note: event.target.value })}
      />
      <IntentEnd
        end={endOf({ error, isUnknown }, texts, ({ code }) =>
          code === 'MOVED_ON' ? words('requests.movedOn') : code === 'STILL_OPEN' ? words('requests.stillOpen') : null,
        )}
      />
      <Button
        kind={(step === 'refuse' || isFinal) && !isUnknown ? 'danger' : 'gold'}
        isWide
        disabled={isStale}
        busyLabel={isPending ? words('requests.sending') : undefined}
        onClick={send}
      >
        {isUnknown ? t('intent.again') : words(isFinal ? 'deliver.erasure.send' : `step.${step}`)}{' '}
        <kbd aria-hidden="true">Ctrl Enter</kbd>
      </Button>
    </div>
  )
}
