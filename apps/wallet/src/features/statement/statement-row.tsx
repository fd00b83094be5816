import type { StatementRow as Row } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatDateTime, timeOfDay } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { arrowRight, gift, moneyIn, moneyOut, swap } from '../../ui/drawings.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describe, kindName, placeName } from './statement-words.ts'
import type { Direction } from './statement.rules.ts'
import { directionOf, hasMoved, signOf, statusOf } from './statement.rules.ts'
import styles from './statement-page.module.css'

const drawings: Record<Direction, ReactNode> = { in: moneyIn, out: moneyOut, move: swap }
const directionTexts = { in: 'aria.moneyIn', out: 'aria.moneyOut', move: 'aria.moneyMoved' } as const

/** One movement of money, which opens its receipt. What has not moved, or not yet, has neither sign nor colour. */
export function StatementRow({ row, gameNames }: { row: Row; gameNames: ReadonlyMap<string, string> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const status = statusOf(row.status)
  const direction = directionOf(row)
  const isMoved = hasMoved(row)
  const description = describe(texts, row)
  return (
    <li>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => openModal('receipt', { row })}>
        <span className={`${styles.sign} ${isMoved ? styles[direction] : ''}`}>
          <Icon drawing={row.statementType === 'bonus' ? gift : drawings[direction]} />
          <span className="vh">{t(directionTexts[direction])}</span>
        </span>
        <span className={styles.top}>
          <b className={styles.kind}>{kindName(texts, row.statementType)}</b>
          <span
            className={`${styles.amount} ${isMoved && direction === 'in' ? styles.gained : status === 'FAILED' ? styles.unmoved : ''}`}
          >
            <Amount amountMinor={fromWireAmount(row.amount)} bahtLabel={t('currency.baht')} sign={signOf(row)} />
          </span>
        </span>
        <span className={styles.detail}>
          <span>
            {placeName(texts, row, 'from', gameNames)} <Icon drawing={arrowRight} />{' '}
            {placeName(texts, row, 'to', gameNames)}
          </span>
          {description === undefined ? null : <span className={styles.description}>{description}</span>}
        </span>
        {/* The day stands over the rows, and what went well needs no word: both are read aloud. */}
        <span className={styles.foot}>
          <time className={status === 'SUCCESS' ? styles.time : 'vh'} dateTime={row.createdAt}>
            <span aria-hidden>{timeOfDay(row.createdAt)}</span>
            <span className="vh">{formatDateTime(row.createdAt)}</span>
          </time>
          <span className={status === 'SUCCESS' ? 'vh' : `${styles.status} ${styles[status]}`}>
            {t(`statement.status.${status}`)}
          </span>
        </span>
      </button>
    </li>
  )
}

/** A row before it came, of the same size. */
export function StatementRowSkeleton(): ReactNode {
  return (
    <li className={styles.row}>
      <span className={styles.sign} />
      <span className={styles.top}>
        <span className={styles.kind}>
          <Skeleton widthPx={80} heightPx={18} />
        </span>
        <span className={styles.amount}>
          <Skeleton widthPx={80} heightPx={18} />
        </span>
      </span>
      <span className={styles.detail}>
        <Skeleton widthPx={140} heightPx={16} />
      </span>
      <span className={styles.foot}>
        <span className={styles.time}>
          <Skeleton widthPx={40} heightPx={16} />
        </span>
      </span>
    </li>
  )
}
