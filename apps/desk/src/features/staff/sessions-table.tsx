import type { DeskStaffRow, DeskStaffSession } from '@krapao/contract'
import { deviceNameOf } from '@krapao/web'
import type { ReactNode } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { device as deviceDrawing } from '../../ui/place-drawings.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table } from '../../ui/table-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useEndSessions } from './staff.api.ts'
import table from './staff-texts.json' with { type: 'json' }
import styles from './staff-page.module.css'

/** Who is logged in where and since when; whoever may end a session does it here. */
export function SessionsTable({ staff, canEnd }: { staff: readonly DeskStaffRow[]; canEnd: boolean }): ReactNode {
  const { words } = usePlaceTexts(table)
  const all = staff.flatMap((row) => row.sessions.map((session) => ({ row, session })))
  if (all.length === 0) return <Empty drawing={deviceDrawing} title={words('session.none')} />
  const head = (id: 'device' | 'address' | 'since' | 'lastSeen' | 'endsAt') => words(`session.${id}`)
  return (
    <Table
      className={styles.list}
      heads={[words('staff.name'), ...(['device', 'address', 'since', 'lastSeen', 'endsAt'] as const).map(head)]}
      lastHead={canEnd ? words('session.end') : null}
    >
      {all.map(({ row, session }) => (
        <SessionRow key={session.sessionId} row={row} session={session} canEnd={canEnd} />
      ))}
    </Table>
  )
}

function SessionRow({
  row,
  session,
  canEnd,
}: {
  row: DeskStaffRow
  session: DeskStaffSession
  canEnd: boolean
}): ReactNode {
  const { words, errorText } = usePlaceTexts(table)
  const end = useEndSessions(row._id)
  const name = deviceNameOf(session.device)
  const device = name === undefined ? words('session.unknown') : words('session.name', { ...name })
  const time = (at: string): ReactNode => <Moment at={at} />
  return (
    <tr>
      <td>
        <strong>{row.name}</strong>
        {session.isThis ? <span className={styles.sign}> {words('session.this')}</span> : null}
      </td>
      <td>{device}</td>
      {(
        [
          ['address', session.address],
          ['since', time(session.since)],
          ['lastSeen', time(session.lastSeenAt)],
          ['endsAt', time(session.endsAt)],
        ] as const
      ).map(([id, shown]) => (
        <td key={id} className="num" data-head={words(`session.${id}`)}>
          {shown}
        </td>
      ))}
      {canEnd ? (
        <td>
          {session.isThis ? null : (
            <div className={styles.acts}>
              <Button
                kind="quiet"
                disabled={end.isPending}
                aria-label={words('session.endOf', { name: row.name, device })}
                onClick={() =>
                  end.mutate(session.sessionId, {
                    onSuccess: () => showToast('done', words('staff.ended')),
                    onError: (error) => showToast('failed', errorText(error)),
                  })
                }
              >
                {words('session.end')}
              </Button>
            </div>
          )}
        </td>
      ) : null}
    </tr>
  )
}
