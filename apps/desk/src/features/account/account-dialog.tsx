import { logOut as logOutDrawing } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { chooseLetters, useLettersOn } from '../../lib/letters.ts'
import type { DeskSession } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './account-dialog.module.css'
import { FactorForm } from './factor-form.tsx'
import { PasswordForm } from './password-form.tsx'
import table from './account-texts.json'

/** Who works at this desk: his names, his password, and the way out. */
export function AccountDialog({
  agent,
  onLogOut,
  onClose,
}: {
  agent: DeskSession['agent']
  onLogOut: () => void
  onClose: () => void
}): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const areLettersOn = useLettersOn()
  const id = useId()
  return (
    <Dialog title={t('account.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.who}>
        <Avatar name={agent.name} isMember />
        <p>
          <strong>{agent.name}</strong>
          <span>{agent.username}</span>
          <span>{agent.roles.map((role) => t(`role.${role}`)).join(', ')}</span>
        </p>
        <Button kind="line" drawing={logOutDrawing} onClick={onLogOut}>
          {t('nav.logout')}
        </Button>
      </div>
      {/* All of the row takes the press of a finger. */}
      <label className={styles.letters}>
        <span>
          <b id={`${id}-name`}>{words('keys.letters')}</b>
          <small id={`${id}-hint`}>{words('keys.lettersHint')}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={areLettersOn}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-hint`}
          checked={areLettersOn}
          onChange={(event) => chooseLetters(event.target.checked)}
        />
      </label>
      <PasswordForm username={agent.username} onChanged={onClose} />
      <FactorForm username={agent.username} onChanged={onClose} />
    </Dialog>
  )
}
