import { PASSKEYS_MAX } from '@krapao/contract'
import { CallError, Icon } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { takesPasskeys } from '../../lib/passkeys.ts'
import { loadTexts, useTexts } from '../../lib/texts/texts.ts'
import { useHome } from '../../lib/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { phone } from '../../ui/drawings-first.tsx'
import { key, shield } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { OpenSheet } from './security-sheets.tsx'
import type { Security } from './security.api.ts'
import {
  makeCodes,
  removeAuthenticator,
  removePasskey,
  securityKey,
  startAuthenticator,
  startPasskey,
  stopRemoval,
  useSecurity,
} from './security.api.ts'
import styles from './security.module.css'

const SecuritySheet = lazy(async () => {
  const [part] = await Promise.all([import('./security-sheets.tsx'), loadTexts(['factors'])])
  return { default: part.SecuritySheet }
})
const RecoverySheet = lazy(async () => {
  const [part] = await Promise.all([import('./recovery-sheet.tsx'), loadTexts(['recover', 'register', 'errors'])])
  return { default: part.RecoverySheet }
})

/** /user/security: by what the member shows that it is he (beyond 4). */
export function SecurityPage(): ReactNode {
  const texts = useTexts()
  const { data, error, refetch } = useSecurity()
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, texts.t('security.loadError'), error, refetch)} />
  }
  return data === undefined ? <Skeleton widthPx={300} heightPx={200} /> : <Factors data={data} />
}

interface PartProps {
  data: Security
  /** Does it, asks for the password where the server wants it, and says what went wrong. */
  act: (work: () => Promise<void>) => void
  onOpen: (sheet: OpenSheet) => void
}

function Factors({ data }: { data: Security }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const username = useHome().data?.profile.username
  const [open, setOpen] = useState<OpenSheet | { what: 'recovery' }>()
  const askAgain = (): void => void client.invalidateQueries({ queryKey: securityKey })
  const close = (): void => {
    setOpen(undefined)
    askAgain()
  }
  const act = (work: () => Promise<void>): void => {
    const tell = (failure: unknown): void => {
      const known = failure instanceof CallError ? failure : undefined
      if (known?.code === 'PASSWORD_NEEDED') setOpen({ what: 'password', again: () => act(work) })
      else if (known?.isHandled !== true) showToast('failed', errorText(texts, failure), 'security')
    }
    void work().catch(tell).then(askAgain)
  }
  const part: PartProps = { data, act, onOpen: setOpen }
  const hasFactor = data.passkeys.length > 0 || data.authenticatorSince !== null
  return (
    <>
      <p className={`${panels.panel} ${styles.standing} ${hasFactor ? styles.isOn : ''}`}>
        <Icon drawing={shield} />
        <span>{t(hasFactor ? 'security.isOn' : 'security.isOff')}</span>
      </p>
      <Removal {...part} />
      <Passkeys {...part} />
      <Authenticator {...part} />
      {hasFactor ? (
        <>
          <p className={styles.intro}>{t('security.codesLeft', { n: data.codesLeft })}</p>
          <Button kind="tonal" onClick={() => act(async () => setOpen({ what: 'codes', ...(await makeCodes()) }))}>
            {t('security.codes.make')}
          </Button>
          {data.removedAt === null && username !== undefined ? (
            <Button kind="quiet" onClick={() => setOpen({ what: 'recovery' })}>
              {t('security.recover.open')}
            </Button>
          ) : null}
        </>
      ) : null}
      <Suspense fallback={null}>
        {open === undefined ? null : open.what !== 'recovery' ? (
          <SecuritySheet open={open} onOpen={setOpen} onClose={close} />
        ) : username === undefined ? null : (
          <RecoverySheet username={username} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** That all is about to be removed, which its owner can stop, and how long withdrawals wait after it. */
function Removal({ data: { removedAt, withdrawalsWaitUntil }, act }: PartProps): ReactNode {
  const { t } = useTexts()
  const onKept = async (): Promise<void> => {
    await stopRemoval()
    showToast('done', t('security.recover.stopped'), 'security')
  }
  return (
    <>
      {removedAt === null ? null : (
        <Note
          tone="out"
          role="status"
          action={<SmallButton onClick={() => act(onKept)}>{t('security.recover.stop')}</SmallButton>}
        >
          {t('security.removedAt', { time: formatMinute(removedAt) })}
        </Note>
      )}
      {withdrawalsWaitUntil === null ? null : (
        <Note tone="wait">{t('security.waits', { time: formatMinute(withdrawalsWaitUntil) })}</Note>
      )}
    </>
  )
}

function Passkeys({ data: { passkeys, takesPasskeys: isOffered }, act, onOpen }: PartProps): ReactNode {
  const { t } = useTexts()
  const canMake = isOffered && takesPasskeys()
  const isFull = passkeys.length >= PASSKEYS_MAX
  const onAdd = async (): Promise<void> =>
    onOpen({ what: 'passkey', number: passkeys.length + 1, ...(await startPasskey()) })
  return (
    <>
      <h2 className={panels.heading}>{t('security.passkeys')}</h2>
      <ul className={`${panels.panel} ${styles.list}`}>
        {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          <li key={_id} className={styles.row}>
            <Icon drawing={key} />
            <button type="button" className={styles.named} onClick={() => onOpen({ what: 'name', id: _id, name })}>
              <span className="vh">{t('security.renameNamed', { name })}</span>
              <span className={styles.name} aria-hidden="true">
                {name}
              </span>
              <span className="num">
                {lastUsedAt === null
                  ? t('security.since', { time: formatMinute(createdAt) })
                  : t('security.usedAt', { time: formatMinute(lastUsedAt) })}
              </span>
            </button>
            <Remove name={name} act={act} remove={(title) => removePasskey(_id, { title })} />
          </li>
        ))}
        <li className={styles.row}>
          <Icon drawing={key} />
          <p>{t(canMake ? (isFull ? 'security.passkey.full' : 'security.passkey.what') : 'security.passkey.none')}</p>
          {canMake && !isFull ? (
            <button type="button" className={styles.add} onClick={() => act(onAdd)}>
              {t('security.add')}
            </button>
          ) : null}
        </li>
      </ul>
    </>
  )
}

function Authenticator({ data: { authenticatorSince }, act, onOpen }: PartProps): ReactNode {
  const { t } = useTexts()
  const name = t('security.app')
  const onTurnOn = async (): Promise<void> => {
    const { key: secret, address } = await startAuthenticator()
    onOpen({ what: 'app', secret, address })
  }
  return (
    <>
      <h2 className={panels.heading}>{name}</h2>
      <ul className={`${panels.panel} ${styles.list}`}>
        <li className={styles.row}>
          <Icon drawing={phone} />
          <div>
            <p className={styles.name}>{name}</p>
            <p>
              {authenticatorSince === null
                ? t('security.app.off')
                : t('security.since', { time: formatMinute(authenticatorSince) })}
            </p>
          </div>
          {authenticatorSince === null ? (
            <button type="button" className={styles.add} onClick={() => act(onTurnOn)}>
              {t('security.turnOn')}
            </button>
          ) : (
            <Remove name={name} act={act} remove={(title) => removeAuthenticator({ title })} />
          )}
        </li>
      </ul>
    </>
  )
}

function Remove({
  name,
  act,
  remove,
}: Pick<PartProps, 'act'> & { name: string; remove: (title: string) => Promise<unknown> }): ReactNode {
  const { t } = useTexts()
  const title = t('security.removeNamed', { name })
  const onRemove = async (): Promise<void> => {
    await remove(title)
    showToast('done', t('security.removed'), 'security')
  }
  return (
    <button type="button" className={styles.remove} aria-label={title} onClick={() => act(onRemove)}>
      {t('security.remove')}
    </button>
  )
}
