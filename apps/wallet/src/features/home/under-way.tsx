import { fromWireAmount } from '@krapao/money'
import { clock, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import type { GameBalance } from '../../lib/balances.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useTransfersUnderWay } from '../../lib/wallet.ts'
import { Amount } from '../../ui/amount.tsx'
import styles from './under-way.module.css'

/** Money that is neither here nor there yet, as what it is; it goes by itself when the game has confirmed. */
export function UnderWay({ games, isHidden }: { games: readonly GameBalance[]; isHidden: boolean }): ReactNode {
  const { t } = useTexts()
  const rows = useTransfersUnderWay()
  const nameOf = (code: string): string =>
    code === 'WALLET' ? t('field.mainWallet') : (games.find((game) => game.code === code)?.name ?? code)
  if (rows.length === 0) return null
  return (
    <section className={styles.panel} aria-label={t('statement.status.IN_PROGRESS')}>
      <ul>
        {rows.map((row) => (
          <li key={row._id}>
            <Icon drawing={clock} />
            <span>
              {t('statement.fromTo', { from: nameOf(row.from), to: nameOf(row.to) })}
              <small>{t('statement.status.IN_PROGRESS')}</small>
            </span>
            {isHidden ? (
              <b>••••</b>
            ) : (
              <Amount amountMinor={fromWireAmount(row.amount)} bahtLabel={t('currency.baht')} />
            )}
          </li>
        ))}
      </ul>
      <p>{t('home.moving')}</p>
    </section>
  )
}
