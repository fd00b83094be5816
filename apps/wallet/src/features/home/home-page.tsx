import { fromWireAmount } from '@krapao/money'
import { CallError, readStored, removeStored, writeStored } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lossText } from '../../lib/api/api-error.ts'
import type { GameBalance } from '../../lib/balances.ts'
import { balancesOf } from '../../lib/balances.ts'
import { readLastBalance } from '../../lib/last-balance.ts'
import { openModal } from '../../lib/modals.ts'
import { paths } from '../../lib/paths.ts'
import { goTo } from '../../lib/router.tsx'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useGameReadings, useHome } from '../../lib/wallet.ts'
import { Carousel, CarouselSkeleton } from '../../ui/carousel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Agreement } from './agreement.ts'
import { gameCard, GameCardSkeleton } from './game-card.tsx'
import styles from './home-page.module.css'
import { LastPurse } from './last-purse.tsx'
import { Purse, PurseSkeleton } from './purse.tsx'
import { bonusTile, depositTile, inviteTile, refreshTile, refundTile, withdrawTile } from './tile-drawings.tsx'
import { UnderWay } from './under-way.tsx'
import { Unsettled } from './unsettled.tsx'

/**
 * /user/home: who I am, how much I have, how fresh that is, and what I can do with it; `excluded` stands in place of the
 * games of who takes part no more.
 */
export function HomePage({ excluded }: { excluded: ReactNode }): ReactNode {
  return (
    <>
      <Agreement />
      <Home excluded={excluded} />
    </>
  )
}

function Home({ excluded }: { excluded: ReactNode }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const home = useHome()
  const readings = useGameReadings({ asks: true })
  const [isHidden, setIsHidden] = useState(() => readStored(storageKeys.hideAmounts) !== null)
  // Kept while home is asked again, so that what was shown does not go away meanwhile.
  const [failure, setFailure] = useState<Error | null>(null)
  if (home.error !== null && home.error !== failure) setFailure(home.error)
  const askAgain = (): void => {
    void home.refetch()
    void readings.refetch()
  }
  if (home.data === undefined && failure !== null) {
    const retryLabel = t(home.isFetching ? 'common.loading' : 'common.retry')
    const last = isOutOfReach(failure) ? readLastBalance() : undefined
    if (last !== undefined) {
      return <LastPurse last={last} error={failure} isHidden={isHidden} retryLabel={retryLabel} onRetry={askAgain} />
    }
    return (
      <EmptyState
        text={t('home.loadError')}
        detail={lossText(texts, failure)}
        actionLabel={retryLabel}
        onAction={() => void home.refetch()}
      />
    )
  }
  const balances =
    home.data === undefined ? undefined : balancesOf({ answer: home.data, atMs: home.dataUpdatedAt }, readings.data)
  const isExcluded = home.data?.protection?.isExcluded === true
  const hide = (isNowHidden: boolean): void => {
    setIsHidden(isNowHidden)
    if (isNowHidden) writeStored(storageKeys.hideAmounts, '1')
    else removeStored(storageKeys.hideAmounts)
  }
  const refreshGames = async (): Promise<void> => {
    const { data, error } = await readings.refetch()
    // A failure is silent (ERR-115): the balances say of when they are.
    if (error !== null) return
    if (data?.answer.slots.some((slot) => slot.stale && slot.isActive))
      showToast('failed', t('home.refreshPartial'), 'refresh-games')
    else showToast('done', t('home.refreshDone'), 'refresh-games')
  }
  return (
    <div className={styles.home}>
      <div>
        {balances === undefined || home.data === undefined ? (
          <PurseSkeleton />
        ) : (
          <Purse
            balances={balances}
            isExcluded={isExcluded}
            inviteMinor={fromWireAmount(home.data.invite.amount)}
            isHidden={isHidden}
            onHide={hide}
            isChecking={home.isFetching}
            hasFailed={home.isError || readings.isError}
            onCheck={() => void home.refetch()}
            onTransfer={() => openModal('transfer', {})}
            onReceiveInvite={() => openModal('invite-receive')}
          />
        )}
        {home.data === undefined ? null : <Unsettled memberId={home.data.profile._id} isHidden={isHidden} />}
        <UnderWay games={balances?.games ?? []} isHidden={isHidden} />
        <HomeTiles isExcluded={isExcluded} isRefreshing={readings.isFetching} onRefresh={() => void refreshGames()} />
      </div>
      {isExcluded ? (
        <div className={styles.excluded}>{excluded}</div>
      ) : (
        <div className={styles.games}>
          <Games
            title={t('games.slot.title')}
            games={balances?.games.filter(isSlot)}
            texts={texts}
            isHidden={isHidden}
          />
          <Games
            title={t('games.sport.title')}
            isBelow
            games={balances?.games.filter((game) => !isSlot(game))}
            texts={texts}
            isHidden={isHidden}
          />
        </div>
      )}
    </div>
  )
}

/** Whether a call failed on its way, and not by what the server thinks of it. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof CallError && (error.kind !== 'refused' || [502, 503, 504].includes(error.status))
}

/** The six things to do here (HOM-010); who takes part no more has the ways out of them. */
function HomeTiles({
  isExcluded,
  isRefreshing,
  onRefresh,
}: {
  isExcluded: boolean
  isRefreshing: boolean
  onRefresh: () => void
}): ReactNode {
  const { t } = useTexts()
  const ways = [
    { key: 'deposit', label: t('tile.deposit'), drawing: depositTile, onPress: () => openModal('deposit', {}) },
    { key: 'refresh', label: t('tile.refresh'), drawing: refreshTile, isBusy: isRefreshing, onPress: onRefresh },
    { key: 'withdraw', label: t('tile.withdraw'), drawing: withdrawTile, onPress: () => openModal('withdraw') },
    { key: 'invite', label: t('tile.invite'), drawing: inviteTile, onPress: () => openModal('invite') },
    { key: 'bonus', label: t('tile.bonus'), drawing: bonusTile, onPress: () => goTo(paths.bonus) },
    { key: 'refund', label: t('tile.refund'), drawing: refundTile, onPress: () => openModal('refund') },
  ]
  const isClosed = (key: string): boolean => isExcluded && key !== 'refresh' && key !== 'withdraw'
  return <Tiles label={t('aria.tiles')} tiles={ways.map((way) => ({ ...way, isClosed: isClosed(way.key) }))} />
}

/** What is no slot stands in the second ring, whatever it is (CAR-002, decisions 2.56). */
function isSlot(game: GameBalance): boolean {
  return game.category === 'slot'
}

function Games({
  title,
  isBelow = false,
  games,
  texts,
  isHidden,
}: {
  title: string
  isBelow?: boolean
  games: readonly GameBalance[] | undefined
  texts: Texts
  isHidden: boolean
}): ReactNode {
  const { t } = texts
  if (games === undefined) return <CarouselSkeleton title={title} words={<GameCardSkeleton />} />
  if (games.length === 0) return <EmptyGames title={title} text={t('games.empty')} />
  return (
    <Carousel
      title={title}
      isBelow={isBelow}
      note={t('games.count', { n: games.length })}
      labels={{
        previous: t('aria.carouselPrevious'),
        next: t('aria.carouselNext'),
        position: (n, total) => t('aria.carouselPosition', { n, total }),
      }}
      items={games.map((game) => gameCard(game, texts, isHidden))}
      onOpen={(code) => openModal('slot-account', { code })}
    />
  )
}

function EmptyGames({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  )
}
