import { CallError, deviceNameOf, Icon, isPhone, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { errorText, lossText } from '../../lib/api/api-error.ts'
import { formatDateTime, timeAgo } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { phone } from '../../ui/drawings-first.tsx'
import { globe } from '../../ui/drawings.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Session } from './profile.api.ts'
import { useEndSessions, useSessions } from './profile.api.ts'
import styles from './sessions.module.css'

const EndSessionsSheet = lazy(async () => ({ default: (await import('./end-sessions-sheet.tsx')).EndSessionsSheet }))

/** Where the member is logged in; any place but this one can be ended (rulings 5.6). */
export function Sessions(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useSessions()
  const [asked, setAsked] = useState<readonly Session[]>()
  const why = lossText(texts, error)
  const others = data?.filter((session) => !session.isCurrent) ?? []
  return (
    <section aria-labelledby="sessions">
      <h3 className={styles.heading} id="sessions">
        {t('sessions.title')}
      </h3>
      {data === undefined && error !== null ? (
        <div className={`${panels.panel} ${styles.failed}`}>
          <p>{t('sessions.loadError')}</p>
          {why === undefined ? null : <p>{why}</p>}
          <Button kind="tonal" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <ul className={`${panels.panel} ${styles.list}`} aria-busy={data === undefined}>
          {data === undefined ? <Waiting /> : null}
          {data?.toSorted(currentFirst).map((session) => (
            <Row key={session._id} session={session} onEnd={() => setAsked([session])} />
          ))}
        </ul>
      )}
      {data === undefined || others.length > 0 ? null : <p className={styles.only}>{t('sessions.only')}</p>}
      {others.length < 2 ? null : (
        <Button kind="danger" onClick={() => setAsked(others)}>
          {t('sessions.endAll')}
        </Button>
      )}
      {asked === undefined ? null : <EndQuestion sessions={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** This device leads; the others stay in the server's order. */
function currentFirst(one: Session, other: Session): number {
  return Number(other.isCurrent) - Number(one.isCurrent)
}

/** What a device is called in the reader's language. */
function deviceText({ t }: Texts, { device }: Session): string {
  const name = deviceNameOf(device)
  return name === undefined ? t('sessions.unknown') : t('sessions.device', { ...name })
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(30_000)
  const device = deviceText(texts, session)
  return (
    <li className={styles.session}>
      <Icon drawing={isPhone(session.device) ? phone : globe} />
      <div>
        <p className={styles.device}>
          {device}
          {session.isCurrent ? <span className={styles.current}>{t('sessions.current')}</span> : null}
        </p>
        <p>{session.isCurrent ? t('sessions.now') : t('sessions.lastUsed', { time: ago(texts, session, nowMs) })}</p>
        <p className="num">{t('sessions.since', { time: formatDateTime(session.createdAt) })}</p>
        {session.place === null ? null : <p className="num">{t('sessions.network', { network: session.place })}</p>}
      </div>
      {session.isCurrent ? null : (
        <button type="button" className={styles.end} aria-label={t('sessions.endLabel', { device })} onClick={onEnd}>
          {t('nav.logout')}
        </button>
      )}
    </li>
  )
}

function ago({ t }: Texts, { lastUsedAt }: Session, nowMs: number): string {
  const passed = timeAgo(Date.parse(lastUsedAt), nowMs)
  return passed.id === 'time.justNow' ? t(passed.id) : t(passed.id, { n: passed.n })
}

function Waiting(): ReactNode {
  return (
    <li className={styles.session}>
      <Skeleton widthPx={24} heightPx={24} />
      <div>
        <Skeleton widthPx={150} heightPx={22} />
        <br />
        <Skeleton widthPx={190} heightPx={18} />
      </div>
    </li>
  )
}

function EndQuestion({ sessions, onClose }: { sessions: readonly Session[]; onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { mutate, isPending } = useEndSessions()
  const [isPasswordAsked, setIsPasswordAsked] = useState(false)
  const [only] = sessions
  const isOne = sessions.length === 1 && only !== undefined
  const title = t(isOne ? 'sessions.endTitle' : 'sessions.endAllTitle')
  const label = t(isOne ? 'sessions.end' : 'sessions.endAll')
  const onSuccess = (): void => {
    showToast('done', t(isOne ? 'sessions.ended' : 'sessions.endedAll'), 'sessions')
    onClose()
  }
  if (isPasswordAsked) {
    return (
      <Suspense>
        <EndSessionsSheet {...{ sessions, title, label, onSuccess, onClose }} />
      </Suspense>
    )
  }
  const onError = (error: unknown): void => {
    if (error instanceof CallError && error.code === 'PASSWORD_NEEDED') return setIsPasswordAsked(true)
    showToast('failed', errorText(texts, error), 'sessions')
    onClose()
  }
  return (
    <ConfirmDialog
      kind="danger"
      title={title}
      text={isOne ? t('sessions.endText', { device: deviceText(texts, only) }) : t('sessions.endAllText')}
      confirmLabel={label}
      cancelLabel={t('common.cancel')}
      busyLabel={isPending ? t('sessions.ending') : undefined}
      onConfirm={() => mutate({ sessions }, { onSuccess, onError })}
      onClose={onClose}
    />
  )
}
