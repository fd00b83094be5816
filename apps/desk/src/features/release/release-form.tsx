import type { ReleaseReplay, ReleaseRules } from '@krapao/contract'
import { DEED_REASON_MAX, PAYEE_UNCHANGED_HOURS_MAX } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lacking } from '../../lib/checked.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { endOf } from '../../lib/intent-end.ts'
import { formatBaht } from '../../lib/formats.ts'
import { useIntent } from '../../lib/intent.ts'
import { typedMinorFromZero, wireOf } from '../../lib/typed-amount.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { two } from '../../ui/drawings.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { proposeRelease, useReplay } from './release.api.ts'
import table from './release-texts.json' with { type: 'json' }
import styles from './release-page.module.css'

const names = ['withdrawAutoMax', 'withdrawAutoDayMax', 'payeeUnchangedHours'] as const
type Name = (typeof names)[number]

function readNumber(name: Name, typed: string): number | null {
  if (name === 'payeeUnchangedHours') {
    const bare = typed.trim().replaceAll(',', '')
    return /^\d{1,4}$/.test(bare) && Number(bare) <= PAYEE_UNCHANGED_HOURS_MAX ? Number(bare) : null
  }
  return wireOf(typedMinorFromZero(typed))
}

/** Other rules: they are replayed on the last 30 days first, and then proposed. What was typed stays until it is. */
export function ReleaseForm({ version, rules }: { version: number; rules: ReleaseRules }): ReactNode {
  const texts = usePlaceTexts(table)
  const { t, words } = texts
  const client = useQueryClient()
  const replay = useReplay()
  const intent = useIntent('release rules', {
    send: proposeRelease,
    onDone: ({ outcome }) => {
      showToast('done', words(outcome === 'proposed' ? 'release.proposed' : 'release.done'))
      replay.reset()
      form.uncheck()
      void client.invalidateQueries({ queryKey: ['release'] })
    },
  })
  const { values, isUnknown } = intent
  const reason = (values['reason'] ?? '').trim()
  const form = useIntentForm<Name | 'reason'>(intent, { reason: lacking(reason, t('form.fill')) })
  const typedOf = (name: Name): string => values[name] ?? String(rules[name])
  const read = names.map((name) => [name, readNumber(name, typedOf(name))] as const)
  const wrongOf = (name: Name): string =>
    name === 'payeeUnchangedHours'
      ? words('release.wrongHours', { n: PAYEE_UNCHANGED_HOURS_MAX })
      : words('release.wrongAmount')
  const isWhole = read.every(([, value]) => value !== null)
  const wanted = Object.fromEntries(read.map(([name, value]) => [name, value ?? 0])) as unknown as ReleaseRules
  const isReplayed = replay.data !== undefined && names.every((name) => replay.variables[name] === wanted[name])
  // Nothing is proposed after a refused replay: of two errors its is the later one.
  const error = replay.error ?? intent.error
  return (
    <Panel title={words('release.propose')} aside={words('release.replayHint')}>
      <form
        className={`stack ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && !replay.isPending) replay.mutate(wanted)
        }}
      >
        {read.map(([name, value]) => (
          <TextField
            key={name}
            label={words(`release.${name}`)}
            inputMode={name === 'payeeUnchangedHours' ? 'numeric' : 'decimal'}
            autoComplete="off"
            name={name}
            {...form.field(name)}
            value={typedOf(name)}
            error={value === null ? wrongOf(name) : undefined}
          />
        ))}
        <Button
          kind="line"
          type="submit"
          disabled={!isWhole || isUnknown}
          busyLabel={replay.isPending ? words('release.replaying') : undefined}
        >
          {words('release.replay')}
        </Button>
      </form>
      {isReplayed || isUnknown ? (
        <div className={`stack ${styles.form}`}>
          {replay.data === undefined ? null : <ReplayView replay={replay.data} />}
          <TextArea label={words('release.reason')} rows={3} maxLength={DEED_REASON_MAX} {...form.field('reason')} />
          <Button
            kind="gold"
            drawing={two}
            {...form.button(words('release.submit'), words('release.submitting'))}
            onClick={() => form.send({ ...wanted, version, reason })}
          />
          <p className="quiet">{words('release.two')}</p>
        </div>
      ) : null}
      <IntentEnd
        end={endOf({ error, isUnknown }, texts, ({ code }) => (code === 'MOVED_ON' ? words('release.moved') : null))}
      />
    </Panel>
  )
}

/** What the rules would have done. */
function ReplayView({ replay: { all, waited, wouldWait, reasons } }: { replay: ReleaseReplay }): ReactNode {
  const { words } = usePlaceTexts(table)
  const by = wouldWait.count - waited.count
  const title = words(by > 0 ? 'release.more' : by < 0 ? 'release.fewer' : 'release.same', { n: Math.abs(by) })
  const counted = ({ count, amount }: { count: number; amount: number }): string =>
    words('release.counted', { n: count, amount: formatBaht(amount) })
  return (
    <>
      <Notice tone="wait" sign={<Glyph state={by > 0 ? 'held' : 'done'} size={16} />}>
        <b>{words('release.result')}</b> {title}
      </Notice>
      <FactList
        rows={[
          [words('release.all'), counted(all)],
          [words('release.waited'), counted(waited)],
          [words('release.wouldWait'), counted(wouldWait)],
          ...reasons.map(({ reason, ...of }) => [words(`reason.${reason}`), counted(of)] as const),
        ]}
      />
    </>
  )
}
