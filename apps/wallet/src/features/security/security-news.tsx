import { deviceNameOf } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatMinute } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import panels from '../../ui/panel.module.css'
import { useSecurity } from './security.api.ts'
import styles from './security.module.css'

/** What of the last 30 days concerns how the member logs in: new devices, and all that changed (beyond 4.3, 4.4). */
export function SecurityNews(): ReactNode {
  const { t } = useTexts()
  const { data } = useSecurity()
  if (data === undefined) return null
  return (
    <section aria-labelledby="security-news">
      <h2 className={panels.heading} id="security-news">
        {t('news.title')}
      </h2>
      {data.news.length === 0 ? (
        <p className={styles.intro}>{t('news.none')}</p>
      ) : (
        <ul className={`${panels.panel} ${styles.list}`}>
          {data.news.map(({ _id, what, at, device }) => {
            const name = device === null ? undefined : deviceNameOf(device)
            return (
              <li key={_id} className={styles.news}>
                <p className={styles.name}>{t(`news.${what}`)}</p>
                <p className="num">
                  {name === undefined ? null : `${t('sessions.device', { ...name })} · `}
                  {formatMinute(at)}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
