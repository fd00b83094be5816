import { RECON_WRITERS, type ReconDay } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatBaht, formatChange, formatSecondOfDay, sumOf } from '../../lib/formats.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useLetters } from '../../lib/letters.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Line, Of, Own } from './recon.api.ts'
import { useExplain, useMatch } from './recon.api.ts'
import { type Explained, ExplainDialog } from './recon-dialogs.tsx'
import { refusalText, useReconTexts } from './recon-words.ts'
import styles from './recon.module.css'

const timeOf = (at: string | null): string => (at === null ? '-' : formatSecondOfDay(at))
const change = (amount: number): ReactNode => <Money words={formatChange(amount)} />

type SideName = Explained['side']
const none = { theirs: null, own: null }

/** What only one side knows, what both know differently, and what can be said about each. */
export function Sides({ of, day }: { of: Of; day: ReconDay }): ReactNode {
  const texts = useReconTexts()
  const canWrite = useHasRole(RECON_WRITERS) && day.closing === null
  const [chosen, setChosen] = useState<Record<SideName, string | null>>(none)
  const [about, setAbout] = useState<Explained | null>(null)
  const matching = useMatch(of)
  const explaining = useExplain(of)
  const line = day.theirs.find(({ id }) => id === chosen.theirs)
  const own = day.own.find(({ id }) => id === chosen.own)
  const isPair = line !== undefined && own !== undefined && line.amount === own.amount
  const match = (): void => {
    if (!isPair || matching.isPending) return
    matching.mutate({ line: line.id, own: own.id }, { onSuccess: () => setChosen(none) })
  }
  useLetters(canWrite && isPair ? { KeyM: match } : {})
  const said = (side: SideName, { id, amount, explained }: Line | Own): ReactNode => (
    <SaidOfRow
      explained={explained}
      onExplain={canWrite ? () => setAbout({ side, id, amount }) : null}
      onUndo={canWrite ? (reason) => explaining.mutate({ side, id, as: null, reason }) : null}
    />
  )
  const error = matching.error ?? explaining.error
  return (
    <>
      <div className={styles.sides}>
        {(['theirs', 'own'] as const).map((side) => (
          <SideTable
            key={side}
            side={side}
            day={day}
            chosen={chosen[side]}
            onChoose={canWrite ? (id) => setChosen({ ...chosen, [side]: id }) : null}
            said={(row) => said(side, row)}
          />
        ))}
      </div>
      {canWrite && line !== undefined && own !== undefined ? (
        <ChosenPair amount={line.amount} isPair={isPair} isPending={matching.isPending} onMatch={match} />
      ) : null}
      <IntentEnd end={endOf({ error }, texts, (refused) => refusalText(texts, refused))} />
      {day.differences.length === 0 ? null : <Differences day={day} said={(row) => said('theirs', row)} />}
      {day.byHand.length === 0 ? null : (
        <MatchedByHand day={day} onUndo={canWrite ? (id) => matching.mutate({ line: id, own: null }) : null} />
      )}
      {about === null ? null : <ExplainDialog of={of} about={about} onClose={() => setAbout(null)} />}
    </>
  )
}

/** What was said about a row, or the way to say something; null: whoever looks may not. */
function SaidOfRow({
  explained,
  onExplain,
  onUndo,
}: {
  explained: (Line | Own)['explained']
  onExplain: (() => void) | null
  onUndo: ((reason: string) => void) | null
}): ReactNode {
  const { words } = useReconTexts()
  if (explained === null) {
    return onExplain === null ? (
      '-'
    ) : (
      <Button kind="tonal" onClick={onExplain}>
        {words('explain.open')}
      </Button>
    )
  }
  return (
    <span className={styles.said}>
      <StateSign state={explained.as === 'case' ? 'held' : 'done'}>
        <span title={explained.reason}>{words(`says.${explained.as}`)}</span>
      </StateSign>
      {onUndo === null ? null : (
        <Button kind="quiet" onClick={() => onUndo(explained.reason)}>
          {words('explain.undo')}
        </Button>
      )}
    </span>
  )
}

/** One row of each side in hand: they are matched where their amounts agree. */
function ChosenPair({
  amount,
  isPair,
  isPending,
  onMatch,
}: {
  amount: number
  isPair: boolean
  isPending: boolean
  onMatch: () => void
}): ReactNode {
  const { words } = useReconTexts()
  return (
    <Panel title={words('pair.title')}>
      <div className={styles.pair}>
        <p>{words(isPair ? 'pair.hint' : 'pair.differ')}</p>
        {isPair ? (
          <Button keys="M" kind="gold" busyLabel={isPending ? words('dialog.sending') : undefined} onClick={onMatch}>
            {words('pair.match', { amount: formatBaht(amount) })}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

/** What both know, with amounts that differ. */
function Differences({ day, said }: { day: ReconDay; said: (row: Line) => ReactNode }): ReactNode {
  const { words } = useReconTexts()
  return (
    <Panel title={words('side.differences')} aside={String(day.counts.differences)} isFlush>
      <DataTable
        caption={words('side.differences')}
        heads={[
          { text: words('side.what') },
          { text: words('figure.theirs'), isNumber: true },
          { text: words('figure.ours'), isNumber: true },
          { text: words('side.difference'), isNumber: true },
          { text: words('side.said') },
        ]}
        rows={day.differences.map(({ line, own }) => ({
          key: line.id,
          cells: [
            line.reference ?? own.reference,
            change(line.amount),
            change(own.amount),
            change(sumOf([line.amount, -own.amount])),
            said(line),
          ],
        }))}
      />
    </Panel>
  )
}

/** What staff matched; null: whoever looks may not undo it. */
function MatchedByHand({ day, onUndo }: { day: ReconDay; onUndo: ((lineId: string) => void) | null }): ReactNode {
  const { words } = useReconTexts()
  return (
    <Panel title={words('hand.title')} aside={String(day.byHand.length)} isFlush>
      <DataTable
        caption={words('hand.title')}
        heads={[
          { text: words('figure.theirs') },
          { text: words('figure.ours') },
          { text: words('side.amount'), isNumber: true },
          { text: words('side.said') },
        ]}
        rows={day.byHand.map(({ line, own }) => ({
          key: line.id,
          cells: [
            line.reference ?? timeOf(line.at),
            own.reference,
            change(line.amount),
            onUndo === null ? (
              '-'
            ) : (
              <Button key="undo" kind="quiet" onClick={() => onUndo(line.id)}>
                {words('hand.undo')}
              </Button>
            ),
          ],
        }))}
      />
    </Panel>
  )
}

function whatOf(row: Line | Own): ReactNode {
  if (!('memberId' in row)) return [row.words, row.account, row.reference].filter(Boolean).join(' · ') || '-'
  if (row.memberId === null) return row.reference
  return <a href={hashOf(memberPlace(row.memberId))}>{row.reference}</a>
}

/** What only this side knows; one row of it may be chosen to be matched with one of the other. */
function SideTable({
  side,
  day,
  chosen,
  onChoose,
  said,
}: {
  side: SideName
  day: ReconDay
  chosen: string | null
  /** Null: whoever looks may not. */
  onChoose: ((id: string | null) => void) | null
  said: (row: Line | Own) => ReactNode
}): ReactNode {
  const { words } = useReconTexts()
  const rows: readonly (Line | Own)[] = day[side]
  const title = words(`side.${side}`)
  return (
    <Panel
      title={title}
      aside={`${day.counts[side]} · ${formatChange(sumOf(rows.map(({ amount }) => amount)))}`}
      isFlush
    >
      <DataTable
        caption={title}
        heads={[
          { text: words('side.time') },
          { text: words('side.what') },
          { text: words('side.amount'), isNumber: true },
          { text: words('side.said') },
        ]}
        empty={words('side.none')}
        rows={rows.map((row) => ({
          key: row.id,
          isChosen: row.id === chosen,
          cells: [
            <label key="time" className={`num ${styles.pick}`}>
              {onChoose !== null && row.explained === null ? (
                <input
                  type="checkbox"
                  aria-label={words('side.choose', { amount: formatBaht(row.amount) })}
                  checked={row.id === chosen}
                  onChange={(event) => onChoose(event.target.checked ? row.id : null)}
                />
              ) : null}
              {timeOf(row.at)}
            </label>,
            <span key="what">{whatOf(row)}</span>,
            change(row.amount),
            said(row),
          ],
        }))}
      />
    </Panel>
  )
}
