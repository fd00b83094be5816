import type { DeskMember } from '@krapao/contract'
import { NOTE_WRITERS } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { useHasRole } from '../../lib/session.ts'
import { named } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { note } from '../../ui/drawings.tsx'
import { flag } from '../../ui/place-drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import type { MemberDeed, ProtectionDeed } from './member.api.ts'
import { type MemberTexts, useMemberTexts } from './member-words.ts'
import styles from './member.module.css'
import { ProtectionPanel } from './protection-panel.tsx'
import { FactorsPanel, SessionsPanel } from './security-panels.tsx'

type Facts = DeskMember['flags'][number]['facts']

/** What is known of him besides his money: flags and notes, what waits for a decision, what is refused, protection, devices. */
export function MemberFacts({
  shown,
  isStale,
  onNote,
  onProtect,
  onDeed,
}: {
  shown: DeskMember
  isStale: boolean
  onNote: () => void
  onProtect: (deed: ProtectionDeed) => void
  onDeed: (deed: MemberDeed) => void
}): ReactNode {
  return (
    <>
      <FlagsAndNotes flags={shown.flags} notes={shown.notes} onNote={onNote} />
      <LastDecisions decisions={shown.decisions} />
      <RefusedSlips standing={shown.standing} />
      <ProtectionPanel shown={shown} isStale={isStale} onProtect={onProtect} />
      <FactorsPanel shown={shown} isStale={isStale} onDeed={onDeed} />
      <SessionsPanel sessions={shown.sessions} />
    </>
  )
}

/** "High · 3 members": what is known of a flag, as far as it has words here. */
function factsText({ words, has }: MemberTexts, facts: Facts): string {
  return Object.entries(facts)
    .flatMap(([name, value]) => {
      const [id, whole] = [`flagFact.${name}`, `flagFact.${name}.${String(value)}`]
      if (has(whole)) return [words(whole)]
      return value !== null && has(id) ? [words(id, { value: String(value) })] : []
    })
    .join(' · ')
}

function FlagsAndNotes({
  flags,
  notes,
  onNote,
}: {
  flags: DeskMember['flags']
  notes: DeskMember['notes']
  onNote: () => void
}): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const canNote = useHasRole(NOTE_WRITERS)
  return (
    <Panel
      title={words('notes.title')}
      aside={`${flags.length} / ${notes.length}`}
      action={
        canNote ? (
          <Button kind="quiet" onClick={onNote}>
            {words('notes.add')}
          </Button>
        ) : undefined
      }
    >
      {flags.length + notes.length === 0 ? <p className="quiet">{words('notes.none')}</p> : null}
      <ul className={styles.says}>
        {flags.map(({ flagId, kind, raisedAt, facts }) => (
          <li key={flagId}>
            <Notice tone="gold" sign={<Icon drawing={flag} size={16} />} role="note">
              <b>{named(texts, `flag.${kind}`, kind)}</b>
              <small>
                {formatDateTime(raisedAt)} {factsText(texts, facts)}
              </small>
            </Notice>
          </li>
        ))}
        {notes.map(({ noteId, at, agent, text }) => (
          <li key={noteId}>
            <Notice sign={<Icon drawing={note} size={16} />} role="note">
              <span className={styles.noteText}>{text}</span>
              <small>
                {actorText(null, texts, agent)} · {formatDateTime(at)}
              </small>
            </Notice>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LastDecisions({ decisions }: { decisions: DeskMember['decisions'] }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  return (
    <Panel title={words('decisions.title')} aside={decisions.length === 0 ? undefined : decisions.length}>
      {decisions.length === 0 ? (
        <p className="quiet">{words('decisions.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {decisions.map(({ kind, id, amount, since }) => (
            <li key={`${kind} ${id}`}>
              <a href={`#/decisions/all/${kind}/${id}`}>
                <span>
                  {named(texts, `kind.${kind}`, kind)}
                  <small className="num">{formatDateTime(since)}</small>
                </span>
                {amount === null ? null : <Money words={formatBaht(amount)} />}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RefusedSlips({ standing }: { standing: DeskMember['standing'] }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  return (
    <Panel title={words('standing.title')}>
      {standing.length === 0 ? (
        <StateSign state="done">{words('standing.none')}</StateSign>
      ) : (
        <FactList
          rows={[...Map.groupBy(standing, ({ what }) => what)].map(([what, rows]) => [
            named(texts, `standing.what.${what}`, what),
            rows.map(({ why }) => (
              <span key={why} className={styles.why}>
                {named(texts, `standing.why.${why}`, why)}
              </span>
            )),
          ])}
        />
      )}
    </Panel>
  )
}
