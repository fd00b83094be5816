import { RECON_KINDS, RECON_WRITERS, type ReconDay, type ReconKind } from '@krapao/contract'
import { DAY_MS, dayOf, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { formatBaht, formatCount, formatDateTime } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { goTo } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { reconcile, sliders } from '../../ui/drawings.tsx'
import page from '../../ui/page.module.css'
import { attach } from '../../ui/place-drawings.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { Of, PartyOnWire } from './recon.api.ts'
import { useForget, useImport, useParties, useReconDay } from './recon.api.ts'
import { CloseDialog, MappingDialog } from './recon-dialogs.tsx'
import { Sides } from './recon-sides.tsx'
import { dateText, figuresOf, lacksFile, refusalText, useReconTexts, wantsOf } from './recon-words.ts'
import styles from './recon.module.css'

const PANEL = 'recon'

const yesterday = (): string => dayOf(serverNowMs() - DAY_MS)

/** What banks and providers say of a day, held against our books, until it is closed. */
export function ReconPage({ of: asked }: { of: Of | null }): ReactNode {
  const texts = useReconTexts()
  const { words } = texts
  const query = useParties()
  const parties = query.data?.parties ?? []
  const kind: ReconKind = asked?.kind ?? 'bank'
  const ofKind = parties.filter((one) => one.kind === kind)
  const party = ofKind.find((one) => one.code === asked?.code) ?? ofKind[0]
  const of = party === undefined ? null : { kind, code: party.code, day: asked?.day ?? yesterday() }
  const go = (next: Partial<Of>): void => {
    if (of !== null) goTo({ page: 'recon', of: { ...of, ...next } })
  }
  const chooseKind = (next: ReconKind): void => {
    const first = parties.find((one) => one.kind === next)
    if (first !== undefined) go({ kind: next, code: first.code })
  }
  return (
    <div className={`${page.page} ${page.panels}`}>
      <header className={styles.head}>
        <h1>{words('recon.title')}</h1>
        <Tabs
          tabs={RECON_KINDS.map((id) => ({ id, label: words(`kind.${id}`) }))}
          active={kind}
          label={words('recon.kinds')}
          panelId={PANEL}
          onChoose={chooseKind}
        />
        {of === null ? null : (
          <>
            <SelectField
              label={words(`party.${kind}`)}
              value={of.code}
              options={ofKind.map((one) => ({
                value: one.code,
                label: one.cases === 0 ? one.code : words('party.cases', { party: one.code, n: one.cases }),
              }))}
              onChoose={(next) => go({ code: next })}
            />
            <TextField
              label={words('recon.day')}
              type="date"
              value={of.day}
              onChange={(event) => {
                if (event.target.value >= '2000') go({ day: event.target.value })
              }}
            />
          </>
        )}
      </header>
      <div {...tabPanel(PANEL, kind)} className={styles.column}>
        <InState state={usePlaceState(query)} rows={8}>
          {of === null || party === undefined ? (
            query.data === undefined ? null : (
              <Empty drawing={reconcile} title={words('recon.noParty')} />
            )
          ) : (
            <DayView key={`${of.kind} ${of.code} ${of.day}`} of={of} party={party} />
          )}
        </InState>
      </div>
    </div>
  )
}

function DayView({ of, party }: { of: Of; party: PartyOnWire }): ReactNode {
  const query = useReconDay(of)
  const { data } = query
  return (
    <InState state={usePlaceState(query)} rows={8}>
      {data === undefined ? null : (
        <>
          <DayDeeds of={of} party={party} day={data} />
          <DayFigures of={of} day={data} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <Sides of={of} day={data} />
            </div>
            <aside className={styles.column}>
              <ClosingWants day={data} of={of} />
              <ClosedDays party={party} />
            </aside>
          </div>
        </>
      )}
    </InState>
  )
}

/** What can be done with the whole day: take a file in, say how it is read, close. */
function DayDeeds({ of, party, day }: { of: Of; party: PartyOnWire; day: ReconDay }): ReactNode {
  const texts = useReconTexts()
  const { words } = texts
  const canWrite = useHasRole(RECON_WRITERS)
  const [open, setOpen] = useState<'mapping' | 'close' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const importing = useImport(of)
  const forgetting = useForget(of)
  const choose = (): void => (party.mapping === null ? setOpen('mapping') : input.current?.click())
  useLetters(canWrite ? { KeyU: choose } : {})
  const error = importing.error ?? forgetting.error
  const { data: imported } = importing
  const isClosed = day.closing !== null
  return (
    <>
      <div className={styles.deeds}>
        <StateSign state={isClosed ? 'done' : day.isOver ? 'todo' : 'prog'}>
          {words(isClosed ? 'day.closed' : day.isOver ? 'day.toClose' : 'day.running')}
        </StateSign>
        <span className={styles.space} />
        {canWrite ? (
          <>
            <FileInput
              ref={input}
              accept=".csv,.txt,text/csv"
              hidden
              aria-hidden="true"
              tabIndex={-1}
              onFile={(file) => importing.mutate(file)}
            />
            <Button kind="quiet" drawing={sliders} onClick={() => setOpen('mapping')}>
              {words('mapping.open')}
            </Button>
            {day.statement === null || isClosed ? null : (
              <Button
                kind="quiet"
                busyLabel={forgetting.isPending ? words('dialog.sending') : undefined}
                onClick={() => forgetting.mutate()}
              >
                {words('file.forget')}
              </Button>
            )}
            <Button
              keys="U"
              kind="line"
              drawing={attach}
              busyLabel={importing.isPending ? words('file.sending') : undefined}
              onClick={choose}
            >
              {words('file.take')}
            </Button>
            {isClosed ? null : (
              <Button
                kind="gold"
                disabled={!day.isOver || day.unexplained > 0 || lacksFile(day)}
                onClick={() => setOpen('close')}
              >
                {words('close.send', { day: dateText(of.day).slice(0, 5) })}
              </Button>
            )}
          </>
        ) : null}
      </div>
      <IntentEnd end={endOf({ error }, texts, (refused) => refusalText(texts, refused))} />
      {imported === undefined || error !== null ? null : (
        <Notice tone="in" sign={<Glyph state="done" size={15} />}>
          {words('file.taken', {
            n: formatCount(imported.lines),
            from: dateText(imported.from),
            to: dateText(imported.to),
          })}
        </Notice>
      )}
      {open === 'mapping' ? (
        <MappingDialog of={of} mapping={party.mapping} onClose={() => setOpen(null)} />
      ) : open === 'close' ? (
        <CloseDialog of={of} day={day} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

function DayFigures({ of, day }: { of: Of; day: ReconDay }): ReactNode {
  const { words } = useReconTexts()
  const { statement, ours, matched, unexplained } = day
  const left = unexplained > 0
  const figures = figuresOf(of.kind, day)
  const cells = [
    ...(of.kind === 'bank' ? [{ name: words('figure.opening'), amount: day.opening, hint: null }] : []),
    {
      name: words(of.kind === 'bank' ? 'figure.theirs' : 'figure.report'),
      amount: figures.theirs,
      hint: statement === null ? words('figure.noFile') : words('figure.lines', { n: formatCount(statement.lines) }),
    },
    {
      name: words('figure.ours'),
      amount: figures.ours,
      hint: words('figure.movements', { n: formatCount(ours.count) }),
    },
  ]
  return (
    <ul className={styles.figures} aria-label={words('recon.figures')}>
      {cells.map(({ name, amount, hint }) => (
        <li key={name}>
          <span className={styles.label}>{name}</span>
          <b className={styles.value}>
            <Money words={formatBaht(amount)} />
          </b>
          <span className="hint">{hint}</span>
        </li>
      ))}
      <li className={left ? styles.left : undefined}>
        <span className={styles.label}>
          <StateSign state={left ? 'late' : 'done'}>{words('figure.left')}</StateSign>
        </span>
        <b className={`num ${styles.value}`}>{formatCount(unexplained)}</b>
        <span className="hint">
          {words('figure.matched', { n: formatCount(matched.reference + matched.amount + matched.hand) })}
        </span>
      </li>
    </ul>
  )
}

/** What a day wants before it can be closed. */
function ClosingWants({ of, day }: { of: Of; day: ReconDay }): ReactNode {
  const texts = useReconTexts()
  const { words } = texts
  const { closing } = day
  if (closing !== null) {
    return (
      <Panel title={words('day.closed')}>
        <p className="hint">{words('closed.by', { by: closing.by ?? '-', at: formatDateTime(closing.at) })}</p>
        <p className="hint">{words('close.hint')}</p>
      </Panel>
    )
  }
  const wants = wantsOf(texts, of.kind, day)
  return (
    <Panel title={words('close.wants')} aside={`${wants.filter(({ isDone }) => isDone).length} / ${wants.length}`}>
      <ul className={styles.wants}>
        {wants.map(({ isDone, text }) => (
          <li key={text}>
            <Glyph state={isDone ? 'done' : 'todo'} size={15} />
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ClosedDays({ party }: { party: PartyOnWire }): ReactNode {
  const { words } = useReconTexts()
  return (
    <Panel title={words('closed.title')} isFlush>
      <DataTable
        caption={words('closed.title')}
        heads={[
          { text: words('recon.day') },
          { text: words('closed.who') },
          { text: words('figure.closing'), isNumber: true },
        ]}
        empty={words('closed.none')}
        rows={party.closed.map(({ day, by, closing }) => ({
          key: day,
          cells: [
            <span key="day" className="num">
              {dateText(day)}
            </span>,
            by ?? '-',
            <Money key="closing" words={formatBaht(closing)} />,
          ],
        }))}
      />
    </Panel>
  )
}
