import type { DeskDataRequest } from '@krapao/contract'
import { DATA_REQUEST_DUE_DAYS, DATA_REQUEST_TOLD_DAYS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDate } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { note } from '../../ui/drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { daysLeft, glyphs, stateText, useRequestTexts } from './request-words.ts'
import type { Shown } from './requests.api.ts'
import { useRequests } from './requests.api.ts'
import styles from './requests.module.css'

const PANEL = 'requests-list'

/** What members ask about what is kept of them, by when it is to be answered, and what became of the rest. */
export function RequestsPage(): ReactNode {
  const texts = useRequestTexts()
  const { t, words } = texts
  const [shown, setShown] = useState<Shown>('open')
  const [openId, setOpenId] = useState<string | null>(null)
  const query = useRequests(shown)
  const state = usePlaceState(query)
  const rows = rowsOf(query)
  const open = rows.find(({ requestId }) => requestId === openId)
  return (
    <TablePage title={words('requests.title')} intro={words('requests.intro', { days: DATA_REQUEST_DUE_DAYS })}>
      <div className={styles.tabs}>
        <Tabs
          tabs={(['open', 'ended'] as const).map((id) => ({ id, label: words(`shown.${id}`) }))}
          active={shown}
          label={words('requests.shown')}
          panelId={PANEL}
          isPlain
          onChoose={setShown}
        />
      </div>
      <div {...tabPanel(PANEL, shown)} className={styles.list}>
        <InState state={state}>
          {rows.length === 0 ? (
            <Empty drawing={note} title={words('requests.none')} hint={words('requests.noneHint')} />
          ) : (
            <Table
              className={styles.table}
              heads={[
                words(shown === 'open' ? 'requests.due' : 'requests.ended'),
                words('requests.member'),
                words('requests.kind'),
                words('requests.state'),
              ]}
              lastHead={words('requests.open')}
              isStacked
            >
              {rows.map((row) => (
                <RequestRow key={row.requestId} row={row} onOpen={() => setOpenId(row.requestId)} />
              ))}
            </Table>
          )}
        </InState>
      </div>
      <MoreButton query={query} label={t('common.more')} busyLabel={t('common.loading')} />
      {open === undefined ? null : <RequestDialog row={open} isStale={state.isStale} onClose={() => setOpenId(null)} />}
    </TablePage>
  )
}

function RequestRow({ row, onOpen }: { row: DeskDataRequest; onOpen: () => void }): ReactNode {
  const texts = useRequestTexts()
  const { words } = texts
  const what = words(`request.${row.kind}`)
  const who = [row.name, row.memberNo].filter((one) => one !== null && one !== '').join(' · ')
  return (
    <tr>
      <td className="num">
        <DueMark row={row} />
      </td>
      <td>{who}</td>
      <td>
        <b>{what}</b>
      </td>
      <td>
        <StateSign state={glyphs[row.state]}>{stateText(texts, row)}</StateSign>
      </td>
      <td className={styles.act}>
        <Button kind="line" aria-label={words('requests.openOf', { what, who })} onClick={onOpen}>
          {words('requests.open')}
        </Button>
      </td>
    </tr>
  )
}

function DueMark({ row }: { row: DeskDataRequest }): ReactNode {
  const { words } = useRequestTexts()
  const [nowMs] = useState(() => Date.now())
  if (row.endedAt !== null) return <time dateTime={row.endedAt}>{formatDate(row.endedAt)}</time>
  const days = daysLeft(row, nowMs)
  const isLate = days < DATA_REQUEST_DUE_DAYS - DATA_REQUEST_TOLD_DAYS
  const left = days < 0 ? words('requests.overdue') : words('requests.left', { n: days })
  return (
    <>
      <time dateTime={row.dueAt}>{formatDate(row.dueAt)}</time>{' '}
      {isLate ? <StateSign state={days < 0 ? 'fail' : 'late'}>{left}</StateSign> : <span className="hint">{left}</span>}
    </>
  )
}
