import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { appVersion } from '../../lib/build-settings.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import defaultQr from '../../ui/art/contact-qr.svg'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Prose } from '../../ui/prose.tsx'
import { safeAddress } from '../../ui/safe-html.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useContact } from './contact.api.ts'
import styles from './contact-page.module.css'

/**
 * /contact and /user/contact: how to reach the operator, and the version of the app (CON-001 to CON-006). What else helps
 * stands between the two.
 */
export function ContactPage({ children }: { children?: ReactNode }): ReactNode {
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
  if (data === undefined) {
    return (
      <div className={`${panels.panel} ${styles.card}`} aria-busy="true" aria-label={t('aria.loading')}>
        <Skeleton widthPx={240} heightPx={24} />
        <Skeleton widthPx={200} heightPx={200} />
        <Skeleton widthPx={280} heightPx={56} />
      </div>
    )
  }
  const name = data.lineName?.trim() ?? ''
  const link = safeAddress(data.lineLink, ['http:', 'https:'])
  const qr = safeAddress(data.lineQR, ['http:', 'https:', 'data:'])
  return (
    <>
      <section className={`${panels.panel} ${styles.card}`}>
        <h2>{t('contact.intro')}</h2>
        <Prose html={data.contactText} />
        <figure className={styles.scan}>
          <img src={qr ?? defaultQr} alt={t('aria.contactQr')} width="200" height="200" />
          <figcaption>
            {name === '' ? null : <strong>{name}</strong>}
            {t('contact.scan')}
          </figcaption>
        </figure>
        {link === undefined ? null : (
          <a className={buttonClass('gold')} href={link} target="_blank" rel="noopener noreferrer">
            {name === '' ? t('contact.addFriendNoName') : t('contact.addFriend', { name })}
            <span className="vh"> {t('aria.newTab')}</span>
          </a>
        )}
      </section>
      {version}
    </>
  )
}
