import type { DeskStaffRow } from '@krapao/contract'
import { STAFF_WRITERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { useStaff, useStaffChange } from './staff.api.ts'
import table from './staff-texts.json' with { type: 'json' }
import styles from './staff-page.module.css'

type Asked = { what: 'roles' | 'disable'; row: DeskStaffRow }

/** Who works at the desk and what each may do; owners change it. */
export function StaffPage({ myId }: { myId: string }): ReactNode {
  const { words } = usePlaceTexts(table)
  const query = useStaff()
  const canChange = useHasRole(STAFF_WRITERS)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  return (
    <TablePage title={words('staff.title')} intro={words('staff.intro')} className={styles.page}>
      <InState state={usePlaceState(query)} rows={4}>
        <Table
          heads={[
            words('staff.name'),
            words('staff.roles'),
            words('staff.lastSeen'),
            ...(canChange
              ? [
                  <span key="change" className="vh">
                    {words('staff.change')}
                  </span>,
                ]
              : []),
          ]}
        >
          {query.data?.map((row) => (
            <StaffRow key={row._id} row={row} isMe={row._id === myId} onAsk={canChange ? setAsked : null} />
          ))}
        </Table>
        <RolesPanel />
      </InState>
      {asked?.what === 'roles' ? <RolesDialog row={asked.row} onClose={close} /> : null}
      {asked?.what === 'disable' ? <DisableQuestion row={asked.row} onClose={close} /> : null}
    </TablePage>
  )
}

function StaffRow({
  row,
  isMe,
  onAsk,
}: {
  row: DeskStaffRow
  isMe: boolean
  /** Null for those who look on. */
  onAsk: ((asked: Asked) => void) | null
}): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const { name, username, roles, state, lastSeenAt } = row
  return (
    <tr className={state === 'disabled' ? styles.disabled : undefined}>
      <td>
        <strong>{name}</strong> {isMe ? <span className={styles.sign}>{words('staff.you')}</span> : null}
        {state === 'disabled' ? <span className={styles.sign}>{words('staff.disabled')}</span> : null}
        <span className={styles.username}>{username}</span>
      </td>
      <td>{roles.map((role) => t(`role.${role}`)).join(', ')}</td>
      <td className="num">
        {lastSeenAt === null ? '-' : <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>}
      </td>
      {onAsk === null ? null : (
        <td>
          {state === 'disabled' ? null : (
            <div className={styles.acts}>
              <Button
                kind="line"
                aria-label={words('staff.changeOf', { name })}
                onClick={() => onAsk({ what: 'roles', row })}
              >
                {words('staff.change')}
              </Button>
              <Button
                kind="quiet"
                aria-label={words('staff.disableOf', { name })}
                onClick={() => onAsk({ what: 'disable', row })}
              >
                {words('staff.disable')}
              </Button>
            </div>
          )}
        </td>
      )}
    </tr>
  )
}

function DisableQuestion({ row, onClose }: { row: DeskStaffRow; onClose: () => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const change = useStaffChange(row._id)
  return (
    <ConfirmDialog
      isDanger
      title={words('staff.disableTitle', { name: row.name })}
      text={words('staff.disableText')}
      confirmLabel={words('staff.disable')}
      cancelLabel={t('common.cancel')}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(null, {
          onSuccess: () => showToast('done', words('staff.disabledToast')),
          onError: (error) => showToast('failed', errorText(error)),
          onSettled: onClose,
        })
      }
    />
  )
}
