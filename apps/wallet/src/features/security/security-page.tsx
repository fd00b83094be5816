import type { PasskeyCreation } from '@krapao/contract'
import { PASSKEYS_MAX } from '@krapao/contract'
import { CallError, Icon } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { makePasskey, takesPasskeys } from '../../lib/passkeys.ts'
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
import type { Security } from './security.api.ts'
import {
  addPasskey,
  makeCodes,
  namePasskey,
  removeAuthenticator,
  removePasskey,
  securityKey,
  startAuthenticator,
  startPasskey,
  stopRemoval,
  useSecurity,
} from './security.api.ts'
import styles from './security.module.css'

const sheets = async () => (await Promise.all([import('./security-sheets.tsx'), loadTexts(['factors'])]))[0]
const AppSheet = lazy(async () => ({ default: (await sheets()).AppSheet }))
const CodesSheet = lazy(async () => ({ default: (await sheets()).CodesSheet }))
const NameSheet = lazy(async () => ({ default: (await sheets()).NameSheet }))
const RecoverySheet = lazy(async () => {
  const [part] = await Promise.all([import('./recovery-sheet.tsx'), loadTexts(['recover', 'register', 'errors'])])
  return { default: part.RecoverySheet }
})
const PasswordSheet = lazy(async () => ({ default: (await sheets()).PasswordSheet }))

/** What is open over the page. */
type Open =
  | { readonly what: 'app'; readonly address: string; readonly secret: string }
  | { readonly what: 'passkey'; readonly options: PasskeyCreation }
  | { readonly what: 'name'; readonly id: string; readonly name: string }
  | { readonly what: 'recovery' }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'password'; readonly again: () => void }

/** /user/security: by what the member shows that it is he (beyond 4). */
export function SecurityPage(): ReactNode {
  const texts = useTexts()
  const { data, error, refetch } = useSecurity()
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, texts.t('security.loadError'), error, refetch)} />
  }
  return data === undefined ? <Skeleton widthPx={300} heightPx={200} /> : <Factors data={data} />
}

function Factors({ data }: { data: Security }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const username = useHome().data?.profile.username
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)

  /** Does it, asks for the password where the server wants it, and says what went wrong. */
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (failure) {
      const code = failure instanceof CallError ? failure.code : ''
      if (code === 'PASSWORD_NEEDED') setOpen({ what: 'password', again: () => void act(work) })
      else if (!(failure instanceof CallError && failure.isHandled))
        showToast('failed', errorText(texts, failure), 'security')
    }
    void client.invalidateQueries({ queryKey: securityKey })
  }
  const onPasskey = async (): Promise<void> => setOpen({ what: 'passkey', ...(await startPasskey()) })
  const removing = (name: string, remove: (title: string) => Promise<unknown>): ReactNode => {
    const title = t('security.removeNamed', { name })
    const onRemove = async (): Promise<void> => {
      await remove(title)
      showToast('done', t('security.removed'), 'security')
    }
    return (
      <button type="button" className={styles.remove} aria-label={title} onClick={() => void act(onRemove)}>
        {t('security.remove')}
      </button>
    )
  }
  const onKept = async (): Promise<void> => {
    await stopRemoval()
    showToast('done', t('security.recover.stopped'), 'security')
  }
  const onNamed = (said: 'factors.passkey.added' | 'factors.renamed'): void => {
    close()
    showToast('done', t(said), 'security')
    void client.invalidateQueries({ queryKey: securityKey })
  }
  const onApp = async (): Promise<void> => {
    const { key: secret, address } = await startAuthenticator()
    setOpen({ what: 'app', secret, address })
  }
  const onCodes = async (): Promise<void> => setOpen({ what: 'codes', ...(await makeCodes()) })
  const hasFactor = data.passkeys.length > 0 || data.authenticatorSince !== null
  const canMake = data.takesPasskeys && takesPasskeys()
  const isFull = data.passkeys.length >= PASSKEYS_MAX
  return (
    <>
      <p className={`${panels.panel} ${styles.standing} ${hasFactor ? styles.isOn : ''}`}>
        <Icon drawing={shield} />
        <span>{t(hasFactor ? 'security.isOn' : 'security.isOff')}</span>
      </p>
      {data.removedAt === null ? null : (
        <Note
          tone="out"
          role="status"
          action={<SmallButton onClick={() => void act(onKept)}>{t('security.recover.stop')}</SmallButton>}
        >
          {t('security.removedAt', { time: formatMinute(data.removedAt) })}
        </Note>
      )}
      {data.withdrawalsWaitUntil === null ? null : (
        <Note tone="wait">{t('security.waits', { time: formatMinute(data.withdrawalsWaitUntil) })}</Note>
      )}
      <h2 className={panels.heading}>{t('security.passkeys')}</h2>
      <ul className={`${panels.panel} ${styles.list}`}>
        {data.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          <li key={_id} className={styles.row}>
            <Icon drawing={key} />
            <button type="button" className={styles.named} onClick={() => setOpen({ what: 'name', id: _id, name })}>
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
            {removing(name, (title) => removePasskey(_id, { title }))}
          </li>
        ))}
        <li className={styles.row}>
          <Icon drawing={key} />
          <p>{t(canMake ? (isFull ? 'security.passkey.full' : 'security.passkey.what') : 'security.passkey.none')}</p>
          {canMake && !isFull ? (
            <button type="button" className={styles.add} onClick={() => void act(onPasskey)}>
              {t('security.add')}
            </button>
          ) : null}
        </li>
      </ul>
      <h2 className={panels.heading}>{t('security.app')}</h2>
      <ul className={`${panels.panel} ${styles.list}`}>
        <li className={styles.row}>
          <Icon drawing={phone} />
          <div>
            <p className={styles.name}>{t('security.app')}</p>
            <p>
              {data.authenticatorSince === null
                ? t('security.app.off')
                : t('security.since', { time: formatMinute(data.authenticatorSince) })}
            </p>
          </div>
          {data.authenticatorSince === null ? (
            <button type="button" className={styles.add} onClick={() => void act(onApp)}>
              {t('security.turnOn')}
            </button>
          ) : (
            removing(t('security.app'), (title) => removeAuthenticator({ title }))
          )}
        </li>
      </ul>
      {hasFactor ? (
        <>
          <p className={styles.intro}>{t('security.codesLeft', { n: data.codesLeft })}</p>
          <Button kind="tonal" onClick={() => void act(onCodes)}>
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
        {open?.what === 'app' ? (
          <AppSheet {...open} onClose={close} onCodes={(codes) => setOpen({ what: 'codes', codes })} />
        ) : null}
        {open?.what === 'passkey' ? (
          <NameSheet
            title="security.passkeys"
            hint="security.passkey.what"
            button="security.add"
            name={t('security.passkey.name', { n: data.passkeys.length + 1 })}
            onClose={close}
            onName={async (name) => {
              const passkey = await makePasskey(open.options)
              if (passkey === undefined) return
              await addPasskey({ passkey, name })
              onNamed('factors.passkey.added')
            }}
          />
        ) : null}
        {open?.what === 'name' ? (
          <NameSheet
            title="factors.rename"
            button="common.save"
            name={open.name}
            onClose={close}
            onName={async (name) => {
              await namePasskey(open.id, name)
              onNamed('factors.renamed')
            }}
          />
        ) : null}
        {open?.what === 'recovery' && username !== undefined ? (
          <RecoverySheet
            username={username}
            onClose={() => {
              close()
              void client.invalidateQueries({ queryKey: securityKey })
            }}
          />
        ) : null}
        {open?.what === 'codes' ? (
          <CodesSheet
            codes={open.codes}
            onClose={() => {
              close()
              void client.invalidateQueries({ queryKey: securityKey })
            }}
          />
        ) : null}
        {open?.what === 'password' ? (
          <PasswordSheet
            onClose={close}
            onGiven={() => {
              close()
              open.again()
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
