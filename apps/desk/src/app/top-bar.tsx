import type { Role } from '@krapao/contract'
import { serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatSecondOfDay } from '../lib/formats.ts'
import { useLiveState } from '../lib/live-context.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { themes } from '../lib/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { bell, keyboard, moon, sun } from '../ui/drawings.tsx'
import { LanguageMenu } from './language-menu.tsx'
import styles from './top-bar.module.css'

/** What belongs to no place: whether the desk is connected, how it is shown, and who works at it. */
export function TopBar({
  agentName,
  roles,
  search,
  alertCount,
  onAlerts,
  onShortcuts,
  onAccount,
}: {
  agentName: string
  roles: readonly Role[]
  /** Where members are found; null for who may read none. */
  search: ReactNode
  /** Alerts that nobody has taken note of. */
  alertCount: number
  onAlerts: () => void
  onShortcuts: () => void
  onAccount: () => void
}): ReactNode {
  const { t } = useTexts()
  const [theme, setTheme] = useState(themes.readShown)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <p className={styles.brand}>
        <img src="/mark.svg" alt="" width="30" height="30" />
        <span>
          <b>{t('app.name')}</b> {t('desk.short')}
        </span>
      </p>
      {search}
      <span className={styles.space} />
      <LiveSign />
      <span className={styles.bell}>
        <IconButton
          label={alertCount === 0 ? t('nav.alerts') : t('nav.alertsOpen', { n: alertCount })}
          drawing={bell}
          aria-haspopup="dialog"
          onClick={onAlerts}
        />
        {alertCount === 0 ? null : (
          <b className="num" aria-hidden="true">
            {alertCount}
          </b>
        )}
      </span>
      <LanguageMenu />
      <span className={styles.theme}>
        <IconButton
          label={t(other === 'light' ? 'nav.toLight' : 'nav.toDark')}
          drawing={theme === 'dark' ? sun : moon}
          onClick={() => {
            themes.choose(other)
            setTheme(other)
          }}
        />
      </span>
      <span className={styles.keys}>
        <IconButton label={t('nav.shortcuts')} drawing={keyboard} onClick={onShortcuts} />
      </span>
      <button
        type="button"
        className={styles.agent}
        title={t('account.title')}
        aria-haspopup="dialog"
        onClick={onAccount}
      >
        <Avatar name={agentName} isMember isSelf />
        <span className="vh">{t('account.title')}: </span>
        <span className={styles.agentName}>
          <b>{agentName}</b>
          <small>{roles.map((role) => t(`role.${role}`)).join(' · ')}</small>
        </span>
      </button>
    </header>
  )
}

/** Whether what is shown is live, with the time of the server that it is shown at. */
function LiveSign(): ReactNode {
  const { t } = useTexts()
  const state = useLiveState()
  if (state === 'connecting') return null
  const isOpen = state === 'open'
  return (
    <span className={`${styles.live} ${isOpen ? '' : styles.stale}`} title={t(isOpen ? 'live.open' : 'live.lost')}>
      <i />
      <span className={styles.liveWord}>{t(isOpen ? 'live.open' : 'live.lost')}</span>
      {isOpen ? <ServerTime /> : null}
    </span>
  )
}

function ServerTime(): ReactNode {
  const nowMs = useNow(1_000, serverNowMs)
  return (
    <time className="num" dateTime={new Date(nowMs).toISOString()}>
      {formatSecondOfDay(nowMs)}
    </time>
  )
}

/** A line under the bar while there is no connection: what is shown may be old. */
export function LostLine(): ReactNode {
  const { t } = useTexts()
  const isLost = useLiveState() === 'lost'
  return (
    <p className={isLost ? styles.lost : 'vh'} role="status">
      {isLost ? t('chat.reconnecting') : ''}
    </p>
  )
}
