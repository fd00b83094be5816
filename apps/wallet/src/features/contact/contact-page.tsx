import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { appVersion } from '../../lib/build-settings.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Prose } from '../../ui/prose.tsx'
import { safeAddress } from '../../ui/safe-address.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Talk } from '../../ui/talk.tsx'
import type { Contact } from './contact.api.ts'
import { useContact } from './contact.api.ts'
import styles from './contact-page.module.css'

/**
 * /contact and /user/contact: how to reach the operator, and the version of the app (CON-001 to CON-007). What else helps
 * stands between the two.
 */
export function ContactPage({
  isAsking = false,
  chat,
  children,
}: {
  /** Whether there is a chat is not known yet. */
  isAsking?: boolean
  /** What opens the chat, where there is one: it stands in place of the messaging app. */
  chat?: ReactNode
  children?: ReactNode
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, retry } = useContact()
  const version = (
    <>
      {children}
      <p className={styles.version}>{t('app.version', { version: appVersion })}</p>
    </>
  )
  if (error !== undefined) {
    return (
      <>
        <EmptyState text={errorText(texts, error)} actionLabel={t('common.retry')} onAction={retry} />
        {version}
      </>
    )
  }
  if (data === undefined || isAsking) {
    return (
      <div className={`${panels.panel} ${styles.card}`} aria-busy="true" aria-label={t('aria.loading')}>
        <Skeleton widthPx={240} heightPx={24} />
        <Skeleton widthPx={200} heightPx={200} />
        <Skeleton widthPx={280} heightPx={56} />
      </div>
    )
  }
  return (
    <>
      <section className={`${panels.panel} ${styles.card}`}>
        {chat === undefined ? null : <Talk className={styles.art} />}
        <h2>{t('contact.intro')}</h2>
        <Prose html={data.contactText} />
        {chat ?? <MessagingApp contact={data} />}
      </section>
      {version}
    </>
  )
}

/** The operator in a messaging app: its picture to scan, and its link (CON-003 to CON-006). */
function MessagingApp({ contact }: { contact: Contact }): ReactNode {
  const { t } = useTexts()
  const name = contact.lineName?.trim() ?? ''
  const link = safeAddress(contact.lineLink, ['http:', 'https:'])
  const qr = safeAddress(contact.lineQR, ['http:', 'https:', 'data:'])
  return (
    <>
      <figure className={styles.scan}>
        {/* No code of ours in place of the operator's: it would lead where nobody waits. */}
        {qr === undefined ? (
          <Talk className={styles.art} />
        ) : (
          <img src={qr} alt={t('aria.contactQr')} width="200" height="200" />
        )}
        <figcaption>
          {name === '' ? null : <strong>{name}</strong>}
          {qr === undefined ? null : t('contact.scan')}
        </figcaption>
      </figure>
      {link === undefined ? null : (
        <a className={buttonClass('gold')} href={link} target="_blank" rel="noopener noreferrer">
          {name === '' ? t('contact.addFriendNoName') : t('contact.addFriend', { name })}
          <span className="vh"> {t('aria.newTab')}</span>
        </a>
      )}
    </>
  )
}
