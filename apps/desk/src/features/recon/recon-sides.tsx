import { RECON_WRITERS, type ReconDay } from '@krapao/contract'
import { fromWireAmount, sumMinor, toWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatChange, formatSecondOfDay } from '../../lib/formats.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useLetters } from '../../lib/letters.ts'
import { hashOf } from '../../lib/place.ts'
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
import { baht, refusalText, useReconTexts } from './recon-words.ts'
import styles from './recon.module.css'

const timeOf = (at: string | null): string => (at === null ? '-' : formatSecondOfDay(Date.parse(at)))
const change = (amount: number): ReactNode => <Money words={formatChange(amount) ?? '-'} />
const sumOf = (rows: readonly { amount: number }[]): string =>
  formatChange(toWireAmount(sumMinor(rows.map(({ amount }) => fromWireAmount(amount))))) ?? '0.00'

type SideName = Explained['side']
const none = { theirs: null, own: null }

/** What only one side knows, what both know differently, and what can be said about each. */
export function Sides({ of, day }: { of: Of; day: ReconDay }): ReactNode {
  const texts = useReconTexts()
  const { words } = texts
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
  const explain = (side: SideName, { id, amount, explained }: Line | Own): ReactNode => {
    if (explained !== null) {
      return (
        <span className={styles.said}>
          <StateSign state={explained.as === 'case' ? 'held' : 'done'}>
            <span title={explained.reason}>{words(`says.${explained.as}`)}</span>
          </StateSign>
          {canWrite ? (
            <Button kind="quiet" onClick={() => explaining.mutate({ side, id, as: null, reason: explained.reason })}>
              {words('explain.undo')}
            </Button>
          ) : null}
        </span>
      )
    }
    return canWrite ? (
      <Button kind="tonal" onClick={() => setAbout({ side, id, amount })}>
        {words('explain.open')}
      </Button>
    ) : (
      '-'
    )
  }
  const error = matching.error ?? explaining.error
  return (
    <>
      <div className={styles.sides}>
        {(['theirs', 'own'] as const).map((side) => (
          <Side
            key={side}
            side={side}
            day={day}
            chosen={chosen[side]}
            onChoose={canWrite ? (id) => setChosen({ ...chosen, [side]: id }) : null}
            said={(row) => explain(side, row)}
          />
        ))}
      </div>
      {canWrite && line !== undefined && own !== undefined ? (
        <Panel title={words('pair.title')}>
          <div className={styles.pair}>
            <p>{words(isPair ? 'pair.hint' : 'pair.differ')}</p>
            {isPair ? (
              <Button kind="gold" busyLabel={matching.isPending ? words('dialog.sending') : undefined} onClick={match}>
                {words('pair.match', { amount: baht(line.amount) })} <kbd aria-hidden="true">M</kbd>
              </Button>
            ) : null}
          </div>
        </Panel>
      ) : null}
      <IntentEnd end={endOf({ error }, texts, (refused) => refusalText(texts, refused))} />
      {day.differences.length === 0 ? null : (
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
            empty=""
            rows={day.differences.map((pair) => ({
              key: pair.line.id,
              cells: [
                pair.line.reference ?? pair.own.reference,
                change(pair.line.amount),
                change(pair.own.amount),
                change((fromWireAmount(pair.line.amount) - fromWireAmount(pair.own.amount)) / 100),
                explain('theirs', pair.line),
              ],
            }))}
          />
        </Panel>
      )}
      {day.byHand.length === 0 ? null : (
        <Panel title={words('hand.title')} aside={String(day.byHand.length)} isFlush>
          <DataTable
            caption={words('hand.title')}
            heads={[
              { text: words('figure.theirs') },
              { text: words('figure.ours') },
              { text: words('side.amount'), isNumber: true },
              { text: words('side.said') },
            ]}
            empty=""
            rows={day.byHand.map((pair) => ({
              key: pair.line.id,
              cells: [
                pair.line.reference ?? timeOf(pair.line.at),
                pair.own.reference,
                change(pair.line.amount),
                canWrite ? (
                  <Button key="undo" kind="quiet" onClick={() => matching.mutate({ line: pair.line.id, own: null })}>
                    {words('hand.undo')}
                  </Button>
                ) : (
                  '-'
                ),
              ],
            }))}
          />
        </Panel>
      )}
      {about === null ? null : <ExplainDialog of={of} about={about} onClose={() => setAbout(null)} />}
    </>
  )
}

function whatOf(row: Line | Own): ReactNode {
  if (!('memberId' in row)) return [row.words, row.account, row.reference].filter(Boolean).join(' · ') || '-'
  if (row.memberId === null) return row.reference
  return <a href={hashOf({ page: 'members', memberId: row.memberId, isAdjusting: false })}>{row.reference}</a>
}

/** What only this side knows; one row of it may be chosen to be matched with one of the other. */
function Side({
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
    <Panel title={title} aside={`${day.counts[side]} · ${sumOf(rows)}`} isFlush>
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
                  aria-label={words('side.choose', { amount: baht(row.amount) })}
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
