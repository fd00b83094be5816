import type { DeskStaffRow } from '@krapao/contract'
import { STAFF_WRITERS } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole, useMyId } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { useEndSessions, useStaff, useStaffChange } from './staff.api.ts'
import table from './staff-texts.json' with { type: 'json' }
import styles from './staff-page.module.css'

type Asked = { what: 'roles' | 'sessions' | 'disable'; row: DeskStaffRow }

const PANEL = 'staff'
const TABS = ['people', 'sessions'] as const

/** Who works at the desk, what each may do and where he is logged in; owners change it. */
export function StaffPage(): ReactNode {
  const myId = useMyId()
  const { words } = usePlaceTexts(table)
  const query = useStaff()
  const canChange = useHasRole(STAFF_WRITERS)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [tab, setTab] = useState<(typeof TABS)[number]>('people')
  const close = (): void => setAsked(null)
  const staff = query.data ?? []
  const counts = { people: staff.length, sessions: staff.reduce((sum, { sessions }) => sum + sessions.length, 0) }
  return (
    <TablePage title={words('staff.title')} intro={words('staff.intro')} className={styles.page}>
      <InState state={usePlaceState(query)} rows={4}>
        <div className={styles.tabs}>
          <Tabs
            tabs={TABS.map((id) => ({ id, label: words(`tab.${id}`), count: counts[id] }))}
            active={tab}
            label={words('staff.tabs')}
            panelId={PANEL}
            onChoose={setTab}
          />
        </div>
        <div {...tabPanel(PANEL, tab)} className={styles.panel}>
          {tab === 'sessions' ? (
            <SessionsTable staff={staff} canEnd={canChange} />
          ) : (
            <>
              <Table
                className={styles.list}
                heads={[
                  words('staff.name'),
                  words('staff.roles'),
                  words('staff.lastSeen'),
                  words('staff.factor'),
                  words('staff.sessions'),
                ]}
                lastHead={canChange ? words('staff.change') : null}
              >
                {staff.map((row) => (
                  <StaffRow key={row._id} row={row} isMe={row._id === myId} onAsk={canChange ? setAsked : null} />
                ))}
              </Table>
              <RolesPanel />
            </>
          )}
        </div>
      </InState>
      {asked === null ? null : asked.what === 'roles' ? (
        <RolesDialog row={asked.row} onClose={close} />
      ) : (
        <StaffQuestion asked={asked} onClose={close} />
      )}
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
  const { name, username, roles, state, lastSeenAt, sessions } = row
  const ask = (what: Asked['what']) => () => onAsk?.({ what, row })
  return (
    <tr className={state === 'disabled' ? styles.disabled : undefined}>
      <td>
        <strong>{name}</strong> {isMe ? <span className={styles.sign}>{words('staff.you')}</span> : null}
        {state === 'disabled' ? <span className={styles.sign}>{words('staff.disabled')}</span> : null}
        <span className={styles.username}>{username}</span>
      </td>
      <td>{roles.map((role) => t(`role.${role}`)).join(', ')}</td>
      <td className="num" data-head={words('staff.lastSeen')}>
        {lastSeenAt === null ? '-' : <Moment at={lastSeenAt} />}
      </td>
      <td data-head={words('staff.factor')}>{state === 'disabled' ? '-' : <FactorState factor={row.factor} />}</td>
      <td data-head={words('staff.sessions')}>
        <span className={styles.count}>
          <span className="num">{sessions.length}</span>
          {onAsk !== null && sessions.some(({ isThis }) => !isThis) ? (
            <Button kind="quiet" aria-label={words('staff.endAllOf', { name })} onClick={ask('sessions')}>
              {words('staff.endAll')}
            </Button>
          ) : null}
        </span>
      </td>
      {onAsk === null ? null : (
        <td>
          {state === 'disabled' ? null : (
            <div className={styles.acts}>
              <Button kind="line" aria-label={words('staff.changeOf', { name })} onClick={ask('roles')}>
                {words('staff.change')}
              </Button>
              <Button kind="quiet" aria-label={words('staff.disableOf', { name })} onClick={ask('disable')}>
                {words('staff.disable')}
              </Button>
            </div>
          )}
        </td>
      )}
    </tr>
  )
}

/** How old the key of his codes is and when a code of it was taken; or that he has never come. */
function FactorState({ factor }: Pick<DeskStaffRow, 'factor'>): ReactNode {
  const { words } = usePlaceTexts(table)
  const { madeAt, usedAt, passwordUntil } = factor
  if (passwordUntil !== null) {
    const isOver = Date.parse(passwordUntil) <= serverNowMs()
    return (
      <StateSign state={isOver ? 'fail' : 'late'}>
        {isOver ? words('factor.lapsed') : words('factor.first', { at: formatDateTime(passwordUntil) })}
      </StateSign>
    )
  }
  return (
    <>
      {words('factor.since', { day: formatDate(madeAt) })}
      <span className={styles.username}>
        {usedAt === null ? words('factor.unused') : words('factor.used', { at: formatDateTime(usedAt) })}
      </span>
    </>
  )
}

/** Asks before somebody is logged out everywhere, or locked out. */
function StaffQuestion({ asked: { what, row }, onClose }: { asked: Asked; onClose: () => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const isMe = useMyId() === row._id
  const end = useEndSessions(row._id)
  const change = useStaffChange(row._id)
  const [id, done] = what === 'disable' ? (['disable', 'disabledToast'] as const) : (['endAll', 'ended'] as const)
  const answered = {
    onSuccess: () => showToast('done', words(`staff.${done}`)),
    onError: (error: Error) => showToast('failed', errorText(error)),
    onSettled: onClose,
  }
  return (
    <ConfirmDialog
      isDanger
      title={words(`staff.${id}Title`, { name: row.name })}
      text={words(id === 'endAll' && isMe ? 'staff.endOwnText' : `staff.${id}Text`)}
      confirmLabel={words(`staff.${id}`)}
      cancelLabel={t('common.cancel')}
      onClose={onClose}
      onConfirm={() => (what === 'disable' ? change : end).mutate(null, answered)}
    />
  )
}
