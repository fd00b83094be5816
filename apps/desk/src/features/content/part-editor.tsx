import { type ContentPart, type ContentProblem, DEED_REASON_MAX } from '@krapao/contract'
import { CallError, clock, languageNames, languages, serverNowMs, timeOf } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { useIntent } from '../../lib/intent.ts'
import { hashOf } from '../../lib/place.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { two } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Overview, PartRead, PartStanding } from './content.api.ts'
import { sendVersion, withdrawVersion } from './content.api.ts'
import { fieldPath, isAlike, lacking } from './content-documents.ts'
import { type ContentTexts, problemText, useContentTexts } from './content-words.ts'
import { DocumentForm } from './document-form.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { Versions, whoText } from './versions.tsx'
import styles from './content-page.module.css'

/** The fields that the server found wrong, and why where it says so. */
function refusedFields(error: unknown): { fields: readonly string[]; why: ContentProblem | null } {
  if (!(error instanceof CallError) || error.status !== 422) return { fields: [], why: null }
  const { fields, problem } = error.details
  return {
    fields: Array.isArray(fields) ? fields.map((field) => fieldPath(String(field))) : [],
    why: (problem as ContentProblem | undefined) ?? null,
  }
}

/** One part in hand: what it says in three languages, as the player will see it, when it is published, and what it said before. */
export function PartEditor({
  standing,
  read,
  previewUrl,
  fillIns,
  isStale,
}: {
  standing: PartStanding
  read: PartRead
  previewUrl: string
  fillIns: Overview['fillIns']
  isStale: boolean
}): ReactNode {
  const texts = useContentTexts()
  const { words } = texts
  const client = useQueryClient()
  const { part } = standing
  const again = () => client.invalidateQueries({ queryKey: ['content'] })
  const intent = useIntent(`content ${part}`, {
    send: sendVersion(part),
    onDone: ({ outcome, number }) => {
      // A time that is over by now was now.
      const isPlanned = publishAt !== null && Date.parse(publishAt) > serverNowMs()
      const id = outcome === 'proposed' ? 'done.proposed' : isPlanned ? 'done.planned' : 'done.published'
      showToast('done', words(id, { n: number ?? 0 }))
      // What was written stays in the form while its answer is asked for.
      if (id === 'done.published' && number !== null) {
        client.setQueriesData<PartRead>({ queryKey: ['content', part] }, (known) =>
          known === undefined ? undefined : { ...known, number, document },
        )
      }
      void again()
    },
  })
  const { values, isPending, isUnknown, error } = intent
  const typed = values['document']
  const document: unknown = typed === undefined || typed === '' ? read.document : JSON.parse(typed)
  // What was begun was begun on a version; nobody's later one is written over unseen.
  const base = values['base'] === undefined || values['base'] === '' ? read.number : Number(values['base'])
  const hasMoved = base !== read.number
  const isDirty = !isAlike(document, read.document)
  const clockTyped = values['publishAt'] ?? ''
  const publishAt = timeOf(clockTyped)
  const note = values['note'] ?? ''
  const takesTwo = standing.takes === 'two'
  const isLocked = !standing.mayChange || standing.proposalId !== null || isPending || isUnknown
  const change = (next: unknown): void => intent.change({ document: JSON.stringify(next), base: String(base) })
  const { fields, why } = refusedFields(error)
  const named = fields.filter((field) => field !== '').length
  const wrong = (path: string): string | undefined => (fields.includes(path) ? words('wrong.field') : undefined)
  const canSend = !isPending && !isStale && !(hasMoved && !isUnknown) && (isUnknown || (isDirty && !isLocked))
  const send = (): void => {
    if (canSend) void intent.run({ document, number: base, publishAt, note: note.trim() === '' ? null : note.trim() })
  }
  const drop = (): void => intent.change({ document: '', base: '', publishAt: '', note: '' })
  useCtrlEnter(send)
  const next = Math.max(read.versions[0]?.number ?? 0, read.number) + 1
  const verb = takesTwo ? 'send.propose' : publishAt === null ? 'send.publish' : 'send.plan'
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <Notices standing={standing} texts={texts} />
        <Panel
          title={words(`part.${part}`)}
          aside={<Completeness document={document} texts={texts} />}
          foot={words(takesTwo ? 'editor.two' : 'editor.one')}
        >
          <p className={styles.hint}>{words(`mean.${part}`)}</p>
          <fieldset className={styles.form} disabled={isLocked} aria-label={words(`part.${part}`)}>
            {/* What a row of this form keeps of its own goes with what it was made from. */}
            <DocumentForm
              key={typed === undefined || typed === '' ? `of ${read.number}` : 'typed'}
              part={part}
              document={document}
              wrong={wrong}
              onChange={change}
            />
            {takesTwo ? null : (
              <TextField
                label={words('editor.at')}
                hint={words('editor.atHint')}
                type="datetime-local"
                value={clockTyped}
                {...(fields.includes('publishAt') ? { error: words('wrong.time') } : {})}
                onChange={(event) => intent.change({ publishAt: event.target.value })}
              />
            )}
            <TextField
              label={words('editor.note')}
              autoComplete="off"
              maxLength={DEED_REASON_MAX}
              value={note}
              onChange={(event) => intent.change({ note: event.target.value })}
            />
          </fieldset>
          {hasMoved ? (
            <Notice tone="out" role="alert" sign={<Glyph state="late" />}>
              <b>{words('moved.title', { n: read.number })}</b> {words('moved.text', { by: lastBy(read, texts) })}
              <span className={styles.buttons}>
                <Button kind="line" onClick={drop}>
                  {words('moved.drop')}
                </Button>
                <Button kind="line" onClick={() => intent.change({ base: String(read.number) })}>
                  {words('moved.keep')}
                </Button>
              </span>
            </Notice>
          ) : null}
          <IntentEnd
            end={endOf(intent, texts, ({ code }) =>
              code === 'MOVED_ON'
                ? words('moved.sent')
                : why !== null
                  ? words('wrong.why', { why: problemText(why, texts) })
                  : named > 0
                    ? words('wrong.fields', { n: named })
                    : null,
            )}
          />
          {standing.mayChange ? (
            <div className={styles.buttons}>
              {isDirty || clockTyped !== '' || note !== '' ? (
                <Button kind="quiet" disabled={isPending || isUnknown} onClick={drop}>
                  {words('editor.drop')}
                </Button>
              ) : null}
              <Button
                kind="gold"
                {...(takesTwo ? { drawing: two } : publishAt === null ? {} : { drawing: clock })}
                disabled={!canSend}
                aria-keyshortcuts="Control+Enter"
                busyLabel={isPending ? words('send.sending') : undefined}
                onClick={send}
              >
                {isUnknown ? texts.t('intent.again') : words(verb, { n: next })}
              </Button>
            </div>
          ) : null}
        </Panel>
        <Versions read={read} canBringBack={!isLocked} onBringBack={change} />
      </div>
      <PhonePreview url={previewUrl} part={part} document={document} fillIns={fillIns} />
    </div>
  )
}

/** Which language is whole, and how much one lacks. */
function Completeness({ document, texts: { words } }: { document: unknown; texts: ContentTexts }): ReactNode {
  const missing = lacking(document)
  return (
    <span className={styles.languages}>
      {languages.map((language) => (
        <span key={language}>
          {languageNames[language]}{' '}
          <StateSign state={missing[language] === 0 ? 'done' : 'late'}>
            {missing[language] === 0 ? words('language.whole') : words('language.lacks', { n: missing[language] })}
          </StateSign>
        </span>
      ))}
    </span>
  )
}

function lastBy({ versions }: PartRead, texts: ContentTexts): string {
  const standing = versions.find(({ state }) => state === 'PUBLISHED')
  return standing === undefined ? '' : whoText(standing, texts)
}

/** What of a part waits, could not be, or is somebody else's to do. */
function Notices({ standing, texts }: { standing: PartStanding; texts: ContentTexts }): ReactNode {
  const { words } = texts
  const { part, scheduled, failed, mayChange, proposalId } = standing
  return (
    <>
      {mayChange ? null : (
        <Notice sign={<Glyph state="off" />} role="note">
          {words('notice.readOnly')}
        </Notice>
      )}
      {proposalId === null ? null : (
        <Notice tone="gold" sign={<Glyph state="held" />} role="note">
          {words('notice.proposed')}{' '}
          <a href={hashOf({ page: 'proposals', proposalId })}>{words('notice.seeProposal')}</a>
        </Notice>
      )}
      {failed === null ? null : (
        <Notice tone="out" sign={<Glyph state="fail" />}>
          <b>
            {words('notice.failed', {
              n: failed.number,
              at: formatDateTime(Date.parse(failed.publishAt ?? failed.at)),
            })}
          </b>{' '}
          {failed.problem === null ? null : problemText(failed.problem, texts)}
        </Notice>
      )}
      {scheduled === null ? null : (
        <Notice tone="wait" sign={<Glyph state="todo" />} role="note">
          {words('notice.planned', {
            n: scheduled.number,
            at: formatDateTime(Date.parse(scheduled.publishAt ?? scheduled.at)),
            by: whoText(scheduled, texts),
          })}
          {mayChange ? <Withdraw key={scheduled.number} part={part} number={scheduled.number} /> : null}
        </Notice>
      )}
    </>
  )
}

function Withdraw({ part, number }: { part: ContentPart; number: number }): ReactNode {
  const texts = useContentTexts()
  const { t, words } = texts
  const client = useQueryClient()
  const intent = useIntent(`content-withdraw ${part}`, {
    send: withdrawVersion(part),
    onDone: () => {
      showToast('done', words('done.withdrawn', { n: number }))
      void client.invalidateQueries({ queryKey: ['content'] })
    },
  })
  const end = endOf(intent, texts, ({ code }) => (code === 'MOVED_ON' ? words('moved.over') : null))
  return (
    <span className={styles.buttons}>
      <Button
        kind="line"
        busyLabel={intent.isPending ? words('send.sending') : undefined}
        onClick={() => void intent.run({ number })}
      >
        {intent.isUnknown ? t('intent.again') : words('notice.withdraw')}
      </Button>
      <IntentEnd end={end} />
    </span>
  )
}
