import type { StatementRow as Row } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { minorOf } from '../../lib/wire-amount.ts'
import { Amount } from '../../ui/amount.tsx'
import { arrowRight, gift, moneyIn, moneyOut, swap } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Direction } from './statement.rules.ts'
import { directionOf, statusOf } from './statement.rules.ts'
import styles from './statement-page.module.css'

const drawings: Record<Direction, ReactNode> = { in: moneyIn, out: moneyOut, move: swap }
const signs = { in: '+', out: '−', move: '' } as const
const directionTexts = { in: 'aria.moneyIn', out: 'aria.moneyOut', move: 'aria.moneyMoved' } as const

/** One movement of money. One that failed has neither sign nor colour: nothing moved. */
export function StatementRow({ row, gameNames }: { row: Row; gameNames: ReadonlyMap<string, string> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const status = statusOf(row.status)
  const direction = directionOf(row.statementType)
  const hasMoved = status !== 'FAILED'
  const description = describe(texts, row)
  const place = (code: string): string => placeName(texts, code, gameNames)
  return (
    <li className={styles.row}>
      <span className={`${styles.sign} ${hasMoved ? styles[direction] : ''}`}>
        <Icon drawing={row.statementType === 'bonus' ? gift : drawings[direction]} />
        <span className="vh">{t(directionTexts[direction])}</span>
      </span>
      <b className={styles.kind}>{texts.find(`statement.type.${row.statementType}`) ?? t('statement.type.other')}</b>
      <span className={`${styles.amount} ${hasMoved ? (direction === 'in' ? styles.gained : '') : styles.unmoved}`}>
        <Amount
          amountMinor={minorOf(row.amount)}
          bahtLabel={t('currency.baht')}
          sign={hasMoved ? signs[direction] : ''}
        />
      </span>
      <span className={styles.detail}>
        {description ?? (
          <>
            {place(row.from)} <Icon drawing={arrowRight} /> {place(row.to)}
          </>
        )}
      </span>
      <span className={styles.foot}>
        <time className={styles.time} dateTime={row.createdAt}>
          {formatDateTime(row.createdAt)}
        </time>
        <span className={`${styles.status} ${styles[status]}`}>{t(`statement.status.${status}`)}</span>
      </span>
    </li>
  )
}

/** A row before it came, of the same size. */
export function StatementRowSkeleton(): ReactNode {
  return (
    <li className={styles.row}>
      <span className={styles.sign} />
      <span className={styles.kind}>
        <Skeleton widthPx={88} heightPx={18} />
      </span>
      <span className={styles.amount}>
        <Skeleton widthPx={80} heightPx={18} />
      </span>
      <span className={styles.detail}>
        <Skeleton widthPx={140} heightPx={16} />
      </span>
      <span className={styles.foot}>
        <span className={styles.time}>
          <Skeleton widthPx={160} heightPx={16} />
        </span>
      </span>
    </li>
  )
}

/** What a source or target is called (rulings 5.8). */
function placeName({ t }: Texts, code: string, gameNames: ReadonlyMap<string, string>): string {
  if (code === 'WALLET') return t('statement.WALLET')
  if (code === 'BANK') return t('statement.BANK')
  if (code === 'GIFT') return t('term.giftLink')
  if (code === 'HOUSE') return t('app.name')
  return gameNames.get(code) ?? code
}

/** What the operator wrote about a bonus, a promotion, an invite or a refund (STM-012). */
function describe({ t }: Texts, row: Row): string | undefined {
  if (row.bonus !== undefined) return t('statement.desc.bonus', row.bonus)
  if (row.promotion !== undefined) return t('statement.desc.promotion', row.promotion)
  if (row.invite !== undefined) return t('statement.desc.invite', row.invite)
  if (row.refund !== undefined) return t('statement.desc.refund', row.refund)
  return undefined
}
