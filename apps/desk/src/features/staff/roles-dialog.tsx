import type { DeskStaffRow, Role } from '@krapao/contract'
import { ROLES } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useStaffChange } from './staff.api.ts'
import table from './staff-texts.json' with { type: 'json' }
import styles from './staff-page.module.css'

/** Chooses what one of the staff may do. A role that the chooser lacks can be taken, and not given. */
export function RolesDialog({ row, onClose }: { row: DeskStaffRow; onClose: () => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const id = useId()
  const own = useSession()?.agent.roles ?? []
  const change = useStaffChange(row._id)
  const [chosen, setChosen] = useState<readonly Role[]>(row.roles)
  const mayGive = (role: Role): boolean => own.includes(role) || row.roles.includes(role)
  return (
    <Dialog title={words('staff.changeOf', { name: row.name })} closeLabel={t('common.close')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length === 0 || change.isPending) return
          change.mutate(chosen, {
            onSuccess: () => {
              showToast('done', words('staff.saved'))
              onClose()
            },
          })
        }}
      >
        {ROLES.map((role) => (
          <div key={role} className={styles.role} title={mayGive(role) ? undefined : words('staff.lacking')}>
            <input
              id={`${id}-${role}`}
              type="checkbox"
              aria-describedby={`${id}-${role}-hint`}
              checked={chosen.includes(role)}
              disabled={!mayGive(role)}
              onChange={({ target }) =>
                setChosen((now) => ROLES.filter((one) => (one === role ? target.checked : now.includes(one))))
              }
            />
            <span>
              <label htmlFor={`${id}-${role}`}>{t(`role.${role}`)}</label>
              <span id={`${id}-${role}-hint`}>{words(`roleHint.${role}`)}</span>
            </span>
          </div>
        ))}
        {chosen.length === 0 || change.error !== null ? (
          <p className={styles.error} role="alert">
            {chosen.length === 0 ? words('staff.none') : errorText(change.error)}
          </p>
        ) : null}
        <Button
          kind="gold"
          type="submit"
          isWide
          disabled={chosen.length === 0}
          busyLabel={change.isPending ? words('staff.saving') : undefined}
        >
          {words('staff.save')}
        </Button>
      </form>
    </Dialog>
  )
}
