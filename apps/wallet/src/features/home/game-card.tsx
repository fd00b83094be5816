import { formatAmount } from '@krapao/money'
import { Icon, plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { timeOfDay } from '../../lib/formats.ts'
import type { GameBalance } from '../../lib/balances.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import type { CarouselItem } from '../../ui/carousel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './game-card.module.css'

/** A game account as a card of the ring: its art, its name, and its money or the invitation to open it. */
export function gameCard(game: GameBalance, { t }: Texts, isHidden: boolean): CarouselItem {
  return {
    key: game.code,
    picture: (
      <span className={`${styles.picture} ${game.isActive ? '' : styles.closed}`}>
        <img className={styles.ground} src={game.background} alt="" />
        <img className={styles.logo} src={game.logo} alt="" />
      </span>
    ),
    words: (
      <>
        <span className={styles.name}>
          <img src={game.logo} alt="" width="28" height="28" />
          {game.name}
        </span>
        {game.isActive ? (
          <GameMoney game={game} isHidden={isHidden} t={t} />
        ) : (
          <span className={styles.open}>
            <Icon drawing={plus} />
            {t('games.openAccount')}
          </span>
        )}
      </>
    ),
  }
}

function staleText(game: GameBalance, t: Texts['t']): string | undefined {
  if (!game.isStale) return undefined
  return game.readAtMs === undefined ? t('games.lastKnown') : t('games.asOf', { time: timeOfDay(game.readAtMs) })
}

function GameMoney({ game, isHidden, t }: { game: GameBalance; isHidden: boolean; t: Texts['t'] }): ReactNode {
  const age = staleText(game, t)
  return (
    <span className={styles.money}>
      <span>
        <span className="vh">{t(isHidden ? 'games.hidden' : 'field.balance')}</span>
        <span className={styles.amount}>
          {isHidden ? (
            <b aria-hidden="true">••••</b>
          ) : (
            <Amount amountMinor={game.amountMinor} bahtLabel={t('currency.baht')} />
          )}
        </span>
        {isHidden ? null : (
          <span className={styles.credits}>{t('amount.credits', { amount: formatAmount(game.creditsMinor) })}</span>
        )}
      </span>
      {age === undefined ? null : <span className={styles.stale}>{age}</span>}
    </span>
  )
}

/** The words of a card before they came. */
export function GameCardSkeleton(): ReactNode {
  return (
    <>
      <span className={styles.name}>
        <Skeleton widthPx={28} heightPx={28} />
        <Skeleton widthPx={72} heightPx={18} />
      </span>
      <span className={styles.money}>
        <span>
          <span className={styles.amount}>
            <Skeleton widthPx={136} heightPx={24} />
          </span>
          <span className={styles.credits}>
            <Skeleton widthPx={112} heightPx={16} />
          </span>
        </span>
      </span>
    </>
  )
}
