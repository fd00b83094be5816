import type { OfferSource } from '@krapao/contract'
import { BONUS_STOPPERS, BONUS_WRITERS } from '@krapao/contract'
import { Icon, left } from '@krapao/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { useCtrlKey } from '../../lib/use-ctrl-key.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { InState } from '../../ui/in-state.tsx'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import type { Named, OfferRead } from './bonuses.api.ts'
import { publishDraft, simulateDraft, stopOffer, useOffer } from './bonuses.api.ts'
import { OfferChecklist } from './offer-checklist.tsx'
import { OfferCost } from './offer-cost.tsx'
import { OfferForm } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { OfferDeed } from './offer-deed.tsx'
import { StateMark } from './state-mark.tsx'
import type { OfferEditing } from './use-offer-editing.ts'
import { useOfferEditing } from './use-offer-editing.ts'
import styles from './bonuses-page.module.css'

/** One that is written anew: its code first. */
export function NewOfferPage({ source }: { source: OfferSource }): ReactNode {
  const { words } = usePlaceTexts(table)
  const [code, setCode] = useState('')
  return (
    <OfferFrame title={words(source === 'bonus' ? 'bonuses.add' : 'bonuses.addPromotion')}>
      <OfferEditor
        named={{ source, code }}
        read={{ draft: null, versions: [] }}
        head={
          <TextField
            label={words('bonuses.code')}
            hint={words('bonuses.codeHint')}
            autoComplete="off"
            value={code}
            maxLength={64}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
          />
        }
      />
    </OfferFrame>
  )
}

/** One bonus or promotion: its draft, how players see it, what it would cost, and its versions. */
export function OfferPage(named: Named): ReactNode {
  const query = useOffer(named)
  const state = usePlaceState(query)
  const { data } = query
  return (
    <OfferFrame title={named.code}>
      <InState state={state}>
        {data === undefined ? null : <OfferEditor named={named} read={data} head={null} />}
      </InState>
    </OfferFrame>
  )
}

function OfferFrame({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { words } = usePlaceTexts(table)
  return (
    <div className={page.page}>
      <a className={styles.back} href={hashOf({ page: 'bonuses', offer: null })}>
        <Icon drawing={left} size={18} />
        {words('bonuses.back')}
      </a>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

function useSaying() {
  const texts = usePlaceTexts(table)
  return (sent: { error: unknown; isUnknown?: boolean }) =>
    endOf(sent, texts, ({ code }) => (code === 'MOVED_ON' ? texts.words('bonuses.moved') : null))
}

function OfferEditor({ named, read, head }: { named: Named; read: OfferRead; head: ReactNode }): ReactNode {
  const canWrite = useHasRole(BONUS_WRITERS)
  const editing = useOfferEditing(named, read, head !== null)
  const { draft, versions } = read
  useCtrlKey('s', canWrite ? editing.send : null)
  return (
    <div className={styles.columns}>
      <div className="stack">
        <OfferTerms named={named} read={read} head={head} editing={editing} canWrite={canWrite} />
        {canWrite ? <OfferChecklist draft={draft} isDirty={editing.isDirty} isWhole={editing.isWhole} /> : null}
      </div>
      <div className="stack">
        <OfferPreview offer={editing.offer} />
        <SimulationPanel named={named} draft={draft} editing={editing} canWrite={canWrite} />
        <OfferDeeds named={named} read={read} isDirty={editing.isDirty} canWrite={canWrite} />
        {versions.length === 0 ? null : <OfferVersions versions={versions} />}
      </div>
    </div>
  )
}

/** The fields, and the button that saves them. */
function OfferTerms({
  named,
  read: { draft, versions },
  head,
  editing: { save, send, values, wrong, isDirty, isCodeWrong },
  canWrite,
}: {
  named: Named
  read: OfferRead
  head: ReactNode
  editing: OfferEditing
  canWrite: boolean
}): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const saying = useSaying()
  const newest = versions[0] ?? null
  return (
    <Panel
      title={words('bonuses.terms')}
      aside={
        isDirty
          ? draft === null && newest !== null
            ? words('bonuses.fromVersion', { n: newest.number })
            : words('bonuses.unsaved')
          : words('bonuses.saved', { at: formatDateTime(draft?.savedAt ?? '') })
      }
    >
      {canWrite ? (
        <div className="stack">
          {head}
          {isCodeWrong ? (
            <p className={styles.problem} role="alert">
              {words('wrong.code')}
            </p>
          ) : null}
          <OfferForm
            source={named.source}
            values={values}
            wrong={wrong}
            isLocked={save.isPending || save.isUnknown}
            onChange={save.change}
          />
          <div className={styles.save}>
            <IntentEnd end={saying(save)} />
            <Button
              kind="line"
              disabled={!isDirty && !save.isUnknown}
              busyLabel={save.isPending ? words('bonuses.saving') : undefined}
              aria-keyshortcuts="Control+S"
              onClick={send}
            >
              {save.isUnknown ? t('intent.again') : words('bonuses.save')}
            </Button>
          </div>
        </div>
      ) : (
        <p className="hint">{words('bonuses.readOnly')}</p>
      )}
    </Panel>
  )
}

/** What it would cost. */
function SimulationPanel({
  named,
  draft,
  editing: { isDirty, show },
  canWrite,
}: {
  named: Named
  draft: OfferRead['draft']
  editing: OfferEditing
  canWrite: boolean
}): ReactNode {
  const { words } = usePlaceTexts(table)
  const saying = useSaying()
  const simulation = useMutation({
    mutationFn: (revision: string) => simulateDraft(named, revision),
    onSuccess: ({ draft: next }) => show(next),
  })
  return (
    <>
      <OfferCost
        draft={isDirty ? null : draft}
        isRunning={simulation.isPending}
        problem={isDirty || draft === null ? words('bonuses.saveFirst') : null}
        onRun={canWrite ? () => simulation.mutate(draft?.revision ?? '') : null}
      />
      <IntentEnd end={saying(simulation)} />
    </>
  )
}

/** Publishes the draft, and stops what is in force. */
function OfferDeeds({
  named,
  read: { draft, versions },
  isDirty,
  canWrite,
}: {
  named: Named
  read: OfferRead
  isDirty: boolean
  canWrite: boolean
}): ReactNode {
  const { words } = usePlaceTexts(table)
  const client = useQueryClient()
  const canStop = useHasRole(BONUS_STOPPERS)
  const isLive = versions.some(({ state }) => state === 'live' || state === 'scheduled')
  const tell = (said: string): void => {
    showToast('done', said)
    void client.invalidateQueries({ queryKey: ['bonuses'] })
  }
  return (
    <>
      {canWrite && draft !== null ? (
        <OfferDeed
          name={`publish ${named.source} ${named.code}`}
          title={words('bonuses.publishTitle')}
          hint={words('bonuses.publishHint')}
          label={words(draft.takes === 'two' ? 'bonuses.propose' : 'bonuses.publish')}
          kind="gold"
          problem={isDirty || draft.takes === null ? words('bonuses.needsSimulation') : null}
          send={publishDraft(named)}
          body={{ revision: draft.revision }}
          onDone={(answer) => {
            const isProposed = 'outcome' in answer && answer.outcome === 'proposed'
            tell(words(isProposed ? 'bonuses.proposed' : 'bonuses.published'))
          }}
        />
      ) : null}
      {canStop && isLive ? (
        <OfferDeed
          name={`stop ${named.source} ${named.code}`}
          title={words('bonuses.stopTitle')}
          hint={words('bonuses.stopHint')}
          label={words('bonuses.stop')}
          kind="danger"
          problem={null}
          send={stopOffer(named)}
          body={{}}
          onDone={() => tell(words('bonuses.stopped'))}
        />
      ) : null}
    </>
  )
}

/** Whether an offer has a begin; the epoch is how the file says that there is none. */
function hasBegin(from: string | null): from is string {
  return from !== null && Date.parse(from) > 0
}

function OfferVersions({ versions }: { versions: OfferRead['versions'] }): ReactNode {
  const { words } = usePlaceTexts(table)
  return (
    <Panel title={words('bonuses.versions')}>
      <ol className={styles.history}>
        {versions.map(({ number, state, offer: { validFrom, validUntil }, held, received, granted }) => (
          <li key={number}>
            <b>{words('bonuses.version', { n: number })}</b> <StateMark state={state} />
            <p className="num">
              {hasBegin(validFrom) ? words('bonuses.from', { at: formatDateTime(validFrom) }) : null}{' '}
              {validUntil === null ? null : words('bonuses.until', { at: formatDateTime(validUntil) })}
            </p>
            <p className="num">{words('bonuses.versionLine', { held, received, granted: formatBaht(granted) })}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
