import { Icon, logOut as logOutDrawing, profile } from '@krapao/web'
import type { Role } from '@krapao/contract'
import { hasRole } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { logOut } from '../features/login/login.api.ts'
import { useLiveState } from '../lib/live-context.ts'
import type { Place } from '../lib/place.ts'
import { hashOf, pageRoles } from '../lib/place.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { themes } from '../lib/theme.ts'
import { IconButton } from '../ui/button.tsx'
import { book, chats, keyboard, list, moon, people, sun } from '../ui/drawings.tsx'
import { LanguageMenu } from './language-menu.tsx'
import styles from './top-bar.module.css'

const pages = [
  { page: 'inbox', drawing: chats, place: { page: 'inbox', box: 'waiting', roomId: null } },
  { page: 'replies', drawing: book, place: { page: 'replies' } },
  { page: 'staff', drawing: people, place: { page: 'staff' } },
  { page: 'audit', drawing: list, place: { page: 'audit' } },
] as const satisfies readonly { page: Place['page']; drawing: ReactNode; place: Place }[]

/** The pages of the desk, whether it is connected, and who works at it. */
export function TopBar({
  place,
  agentName,
  roles,
  onShortcuts,
  onAccount,
}: {
  place: Place
  agentName: string
  roles: readonly Role[]
  onShortcuts: () => void
  onAccount: () => void
}): ReactNode {
  const { t } = useTexts()
  const [theme, setTheme] = useState(themes.readShown)
  const open = pages.filter(({ page }) => hasRole(roles, pageRoles[page]))
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <img className={styles.mark} src="/mark.svg" alt="" width="32" height="32" />
      <p className={styles.name}>{t('desk.name')}</p>
      <nav className={styles.pages} aria-label={t('desk.pages')}>
        {open.map(({ page, drawing, place: to }) => (
          <a
            key={page}
            href={hashOf(to)}
            aria-current={place.page === page ? 'page' : undefined}
            aria-label={t(`nav.${page}`)}
          >
            <Icon drawing={drawing} size={18} />
            <span>{t(`nav.${page}`)}</span>
          </a>
        ))}
      </nav>
      <LiveSign />
      <span className={styles.language}>
        <LanguageMenu />
      </span>
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
        aria-label={`${t('account.title')}: ${agentName}`}
        title={t('account.title')}
        aria-haspopup="dialog"
        onClick={onAccount}
      >
        <Icon drawing={profile} size={20} />
        <span>{agentName}</span>
      </button>
      <span className={styles.out}>
        <IconButton label={t('nav.logout')} drawing={logOutDrawing} onClick={() => void logOut()} />
      </span>
    </header>
  )
}

function LiveSign(): ReactNode {
  const { t } = useTexts()
  const state = useLiveState()
  if (state !== 'open') return null
  return (
    <span className={styles.live} title={t('live.open')}>
      <span className={styles.dot} />
      <span className={styles.liveWord}>{t('live.open')}</span>
    </span>
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
