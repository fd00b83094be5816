import { RECON_WRITERS, type ReconDay } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatChange, formatSecondOfDay } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { hashOf } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Line, Of, Own } from './recon.api.ts'
import { useExplain, useMatch } from './recon.api.ts'
import { type Explained, ExplainDialog } from './recon-dialogs.tsx'
import { baht, refusalText, useReconTexts } from './recon-words.ts'
import styles from './recon.module.css'

const timeOf = (at: string | null): string => (at === null ? '-' : formatSecondOfDay(Date.parse(at)))
const change = (amount: number): ReactNode => <Money words={formatChange(amount) ?? '-'} />
const sumOf = (rows: readonly { amount: number }[]): string =>
  formatChange(rows.reduce((sum, { amount }) => sum + fromWireAmount(amount), 0) / 100) ?? '0.00'

/** What only one side knows, what both know differently, and what can be said about each. */
export function Sides({ of, day }: { of: Of; day: ReconDay }): ReactNode {
  const texts = useReconTexts()
  const { words } = texts
  const canWrite = useHasRole(RECON_WRITERS) && day.closing === null
  const [chosen, setChosen] = useState<{ line: string | null; own: string | null }>({ line: null, own: null })
  const [about, setAbout] = useState<Explained | null>(null)
  const matching = useMatch(of)
  const explaining = useExplain(of)
  const line = day.theirs.find(({ id }) => id === chosen.line)
  const own = day.own.find(({ id }) => id === chosen.own)
  const isPair = line !== undefined && own !== undefined && line.amount === own.amount
  const match = (): void => {
    if (!isPair || matching.isPending) return
    matching.mutate({ line: line.id, own: own.id }, { onSuccess: () => setChosen({ line: null, own: null }) })
  }
  useLetters(canWrite && isPair ? { KeyM: match } : {})
  const explain = (side: Explained['side'], { id, amount, explained }: Line | Own): ReactNode => {
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
  const pick = (name: 'line' | 'own', id: string, label: string): ReactNode => (
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen[name] === id}
      onChange={(event) => setChosen({ ...chosen, [name]: event.target.checked ? id : null })}
    />
  )
  const error = matching.error ?? explaining.error
  const heads = [
    { text: words('side.time') },
    { text: words('side.what') },
    { text: words('side.amount'), isNumber: true },
    { text: words('side.said') },
  ]
  return (
    <>
      <div className={styles.sides}>
        <Panel title={words('side.theirs')} aside={`${day.counts.theirs} · ${sumOf(day.theirs)}`} isFlush>
          <DataTable
            caption={words('side.theirs')}
            heads={heads}
            empty={words('side.none')}
            rows={day.theirs.map((row) => ({
              key: row.id,
              isChosen: row.id === chosen.line,
              cells: [
                <label key="time" className={`num ${styles.pick}`}>
                  {canWrite && row.explained === null
                    ? pick('line', row.id, words('side.choose', { amount: baht(row.amount) }))
                    : null}
                  {timeOf(row.at)}
                </label>,
                <span key="what">{[row.words, row.account, row.reference].filter(Boolean).join(' · ') || '-'}</span>,
                change(row.amount),
                explain('theirs', row),
              ],
            }))}
          />
        </Panel>
        <Panel title={words('side.own')} aside={`${day.counts.own} · ${sumOf(day.own)}`} isFlush>
          <DataTable
            caption={words('side.own')}
            heads={heads}
            empty={words('side.none')}
            rows={day.own.map((row) => ({
              key: row.id,
              isChosen: row.id === chosen.own,
              cells: [
                <label key="time" className={`num ${styles.pick}`}>
                  {canWrite && row.explained === null
                    ? pick('own', row.id, words('side.choose', { amount: baht(row.amount) }))
                    : null}
                  {timeOf(row.at)}
                </label>,
                row.memberId === null ? (
                  row.reference
                ) : (
                  <a key="what" href={hashOf({ page: 'members', memberId: row.memberId, isAdjusting: false })}>
                    {row.reference}
                  </a>
                ),
                change(row.amount),
                explain('own', row),
              ],
            }))}
          />
        </Panel>
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
      {error === null ? null : (
        <p className={styles.problem} role="alert">
          {refusalText(texts, error)}
        </p>
      )}
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
