import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { minorOf } from '../../lib/wire-amount.ts'
import { Amount } from '../../ui/amount.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { useGameReadings, useHome } from './home.api.ts'
import styles from './home-page.module.css'
import { balancesOf } from './home.rules.ts'
import { Purse, PurseSkeleton } from './purse.tsx'

/** /user/home: who I am, how much I have, and how fresh that is. */
export function HomePage(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const home = useHome()
  const readings = useGameReadings()
  if (home.data === undefined) {
    if (home.error === null) return <PurseSkeleton />
    return (
      <EmptyState
        text={t('home.loadError')}
        detail={errorText(texts, home.error)}
        actionLabel={t('common.retry')}
        onAction={() => void home.refetch()}
      />
    )
  }
  const balances = balancesOf(
    { answer: home.data, atMs: home.dataUpdatedAt },
    readings.data === undefined ? undefined : { answer: readings.data, atMs: readings.dataUpdatedAt },
  )
  const baht = t('currency.baht')
  return (
    <>
      <Purse
        balances={balances}
        inviteMinor={minorOf(home.data.invite.amount)}
        isChecking={home.isFetching}
        hasFailed={home.isError || readings.isError}
        onCheck={() => void home.refetch()}
      />
      <p className={styles.hint}>{t('home.totalHint')}</p>
      <dl className={`${panels.panel} ${panels.pairs}`}>
        <div>
          <dt>{t('field.mainWallet')}</dt>
          <dd>
            <Amount amountMinor={balances.walletMinor} bahtLabel={baht} />
          </dd>
        </div>
        {balances.games.map((game) => (
          <div key={game.code}>
            <dt>{game.name}</dt>
            <dd>
              <Amount amountMinor={game.amountMinor} bahtLabel={baht} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
