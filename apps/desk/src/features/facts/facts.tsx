import { type DeskFacts, type DeskRoom, MEMBER_READERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { hashOf } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import styles from './facts.module.css'

/** What is known of the customer of a room: of a member what helps to answer, of a guest nothing. */
export function Facts({ room, facts }: { room: DeskRoom; facts: DeskFacts | null }): ReactNode {
  const { t } = useTexts()
  const canOpen = useHasRole(MEMBER_READERS)
  const language = room.language === null ? null : t(`replies.language.${room.language}`)
  const rows: readonly (readonly [label: string, value: ReactNode])[] =
    facts === null
      ? []
      : [
          [t('facts.memberId'), facts.memberId],
          [t('facts.name'), facts.name],
          [t('facts.phone'), facts.username],
          [
            t('facts.bank'),
            facts.bank === null ? (
              t('facts.none')
            ) : (
              <>
                {facts.bank.code} ···{facts.bank.lastDigits}
                <span className={styles.under}>{facts.bank.accountName}</span>
              </>
            ),
          ],
          [t('facts.wallet'), facts.walletAmount === null ? t('facts.none') : `฿${formatBaht(facts.walletAmount)}`],
          [t('facts.bonus'), t(`facts.bonus.${facts.bonusState ?? 'none'}`)],
          [t('facts.registered'), formatDateTime(facts.registeredAt)],
          [t('facts.sessions'), String(facts.sessions)],
        ]
  const all = language === null ? rows : [...rows, [t('facts.language'), language] as const]
  return (
    <section className={styles.facts} aria-label={t('facts.title')}>
      <div className={styles.head}>
        <h3>{t('facts.title')}</h3>
        {facts !== null && canOpen ? (
          <span className="finger">
            <a href={hashOf({ page: 'members', memberId: room.roomId, isAdjusting: false })}>{t('facts.open')}</a>
          </span>
        ) : null}
      </div>
      {facts === null ? <p className={styles.guest}>{t('facts.guest')}</p> : null}
      <dl className={styles.list}>
        {all.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
