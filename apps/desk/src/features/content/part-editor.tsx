import { type ContentPart, DEED_REASON_MAX } from '@krapao/contract'
import { clock, languageNames, languages } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { useIntent } from '../../lib/intent.ts'
import { hashOf } from '../../lib/place.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { two } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Overview, PartRead, PartStanding } from './content.api.ts'
import { withdrawVersion } from './content.api.ts'
import { lacking } from './content-documents.ts'
import { type ContentTexts, problemText, useContentTexts } from './content-words.ts'
import { DocumentForm } from './document-form.tsx'
import { PhonePreview } from './phone-preview.tsx'
import type { PartEditing } from './use-part-editing.ts'
import { usePartEditing } from './use-part-editing.ts'
import { Versions, whoText } from './versions.tsx'
import styles from './content-page.module.css'

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
  const { part, mayChange } = standing
  const editing = usePartEditing({ standing, read, isStale })
  const { document, isLocked, hasMoved, change } = editing
  return (
    <div className={styles.columns}>
      <div className="stack">
        <PartNotices standing={standing} texts={texts} />
        <Panel
          title={words(`part.${part}`)}
          aside={<Completeness document={document} texts={texts} />}
          foot={
            <div className={styles.foot}>
              <p>{words(standing.takes === 'two' ? 'editor.two' : 'editor.one')}</p>
              {mayChange ? <SendButtons standing={standing} read={read} editing={editing} /> : null}
            </div>
          }
        >
          <p className="hint">{words(`mean.${part}`)}</p>
          <PartFields standing={standing} read={read} editing={editing} />
          {hasMoved ? <PartMovedOn read={read} editing={editing} /> : null}
          <SendingEnd editing={editing} />
        </Panel>
        <Versions read={read} canBringBack={!isLocked} onBringBack={change} />
      </div>
      <PhonePreview url={previewUrl} part={part} document={document} fillIns={fillIns} />
    </div>
  )
}

interface Editor {
  standing: PartStanding
  read: PartRead
  editing: PartEditing
}

function PartFields({
  standing: { part, takes },
  read,
  editing: { intent, values, document, isBegun, isLocked, refused, change },
}: Editor): ReactNode {
  const { words } = useContentTexts()
  const wrong = (path: string): string | undefined => (refused.fields.includes(path) ? words('wrong.field') : undefined)
  return (
    <fieldset className={styles.form} disabled={isLocked} aria-label={words(`part.${part}`)}>
      {/* What a row of this form keeps of its own goes with what it was made from. */}
      <DocumentForm
        key={isBegun ? 'typed' : `of ${read.number}`}
        part={part}
        document={document}
        wrong={wrong}
        onChange={change}
      />
      <div className={styles.two}>
        {takes === 'two' ? null : (
          <TextField
            label={words('editor.at')}
            hint={words('editor.atHint')}
            type="datetime-local"
            value={values.publishAt}
            error={refused.fields.includes('publishAt') ? words('wrong.time') : undefined}
            onChange={(event) => intent.change({ publishAt: event.target.value })}
          />
        )}
        <TextField
          label={words('editor.note')}
          autoComplete="off"
          maxLength={DEED_REASON_MAX}
          value={values.note}
          onChange={(event) => intent.change({ note: event.target.value })}
        />
      </div>
    </fieldset>
  )
}

/** Somebody published while this one wrote. */
function PartMovedOn({ read, editing: { drop, keep } }: Omit<Editor, 'standing'>): ReactNode {
  const texts = useContentTexts()
  const { words } = texts
  return (
    <Notice tone="out" role="alert" sign={<Glyph state="late" />}>
      <b>{words('moved.title', { n: read.number })}</b> {words('moved.text', { by: lastBy(read, texts) })}
      <span className={styles.buttons}>
        <Button kind="line" onClick={drop}>
          {words('moved.drop')}
        </Button>
        <Button kind="line" onClick={keep}>
          {words('moved.keep')}
        </Button>
      </span>
    </Notice>
  )
}

/** How sending it ended. */
function SendingEnd({ editing: { intent, refused } }: Pick<Editor, 'editing'>): ReactNode {
  const texts = useContentTexts()
  const { words } = texts
  const named = refused.fields.filter((field) => field !== '').length
  const end = endOf(intent, texts, ({ code }) => {
    if (code === 'MOVED_ON') return words('moved.sent')
    if (refused.why !== null) return words('wrong.why', { why: problemText(refused.why, texts) })
    return named > 0 ? words('wrong.fields', { n: named }) : null
  })
  return <IntentEnd end={end} />
}

function SendButtons({
  standing: { takes },
  read,
  editing: { intent, publishAt, isTouched, canSend, drop, send },
}: Editor): ReactNode {
  const { t, words } = useContentTexts()
  const { isPending, isUnknown } = intent
  const takesTwo = takes === 'two'
  const next = Math.max(read.versions[0]?.number ?? 0, read.number) + 1
  const verb = takesTwo ? 'send.propose' : publishAt === null ? 'send.publish' : 'send.plan'
  return (
    <div className={styles.buttons}>
      {isTouched ? (
        <Button kind="quiet" disabled={isPending || isUnknown} onClick={drop}>
          {words('editor.drop')}
        </Button>
      ) : null}
      <Button
        kind="gold"
        drawing={takesTwo ? two : publishAt === null ? undefined : clock}
        disabled={!canSend}
        keys="Ctrl Enter"
        busyLabel={isPending ? t('intent.sending') : undefined}
        onClick={send}
      >
        {isUnknown ? t('intent.again') : words(verb, { n: next })}
      </Button>
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
function PartNotices({ standing, texts }: { standing: PartStanding; texts: ContentTexts }): ReactNode {
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
              at: formatDateTime(failed.publishAt ?? failed.at),
            })}
          </b>{' '}
          {failed.problem === null ? null : problemText(failed.problem, texts)}
        </Notice>
      )}
      {scheduled === null ? null : (
        <Notice tone="wait" sign={<Glyph state="todo" />} role="note">
          {words('notice.planned', {
            n: scheduled.number,
            at: formatDateTime(scheduled.publishAt ?? scheduled.at),
            by: whoText(scheduled, texts),
          })}
          {mayChange ? <WithdrawPlanned key={scheduled.number} part={part} number={scheduled.number} /> : null}
        </Notice>
      )}
    </>
  )
}

function WithdrawPlanned({ part, number }: { part: ContentPart; number: number }): ReactNode {
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
        busyLabel={intent.isPending ? t('intent.sending') : undefined}
        onClick={() => void intent.run({ number })}
      >
        {intent.isUnknown ? t('intent.again') : words('notice.withdraw')}
      </Button>
      <IntentEnd end={end} />
    </span>
  )
}
