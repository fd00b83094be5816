import type { TodayFigure } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatChange } from '../../lib/formats.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { ListedDay } from './today.api.ts'
import { useTodayList } from './today.api.ts'
import { useTodayTexts } from './today-words.ts'
import styles from './today.module.css'

const DAYS: readonly ListedDay[] = ['now', 'before']
const PANEL = 'figure-list'

/** What a figure of the day is made of, booking by booking, today or on the day that it is compared with. */
export function FigureDialog({ figure, onClose }: { figure: TodayFigure; onClose: () => void }): ReactNode {
  const { t, words } = useTodayTexts()
  const [day, setDay] = useState<ListedDay>('now')
  const query = useTodayList(figure, day)
  const rows = rowsOf(query)
  return (
    <Dialog title={words(`figure.${figure}`)} closeLabel={t('common.close')} isWide onClose={onClose}>
      <Tabs
        tabs={DAYS.map((id) => ({ id, label: words(`list.${id}`) }))}
        active={day}
        label={words('list.day')}
        panelId={PANEL}
        isPlain
        onChoose={setDay}
      />
      <div {...tabPanel(PANEL, day)} className={styles.listed}>
        <InState state={usePlaceState(query)} rows={6}>
          <DataTable
            caption={words(`figure.${figure}`)}
            heads={[
              { text: words('list.at') },
              { text: words('list.member') },
              { text: words('list.amount'), isNumber: true },
            ]}
            empty={words('list.none')}
            rows={rows.map(({ at, memberId, memberNo, name, amount, reference }, index) => ({
              key: `${at} ${memberId} ${reference} ${index}`,
              cells: [
                <Moment key="at" at={at} />,
                memberId === null ? (
                  '-'
                ) : (
                  <a key="member" href={hashOf(memberPlace(memberId))}>
                    {name ?? memberNo ?? memberId}
                  </a>
                ),
                <Money key="amount" words={formatChange(amount)} />,
              ],
            }))}
          />
          <MoreButton query={query} isWide label={words('list.more')} busyLabel={t('common.loading')} />
        </InState>
      </div>
    </Dialog>
  )
}
