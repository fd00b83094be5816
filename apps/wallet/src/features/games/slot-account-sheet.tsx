import { formatAmount } from '@krapao/money'
import { Icon, plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { GameBalance } from '../../lib/balances.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useBalances } from '../../lib/wallet.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { phone } from '../../ui/drawings-first.tsx'
import { globe, home, key, play as playDrawing, swap } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { entranceOf, gameAddress } from './game-link.ts'
import { useActivate, useResetPassword } from './games.api.ts'
import styles from './slot-account-sheet.module.css'
import { usePlay } from './use-play.ts'

/** One game account: opened, played, filled and emptied from here (GAM-005). */
export function SlotAccountSheet({ code, onClose }: ModalProps<'slot-account'>): ReactNode {
  const { t } = useTexts()
  const balances = useBalances()
  const game = balances?.games.find((one) => one.code === code)
  const frame = { closeLabel: t('aria.closeDialog'), onClose }
  if (balances === undefined || game === undefined) {
    return (
      <Sheet title={t('games.account.title', { name: code })} {...frame}>
        <EmptyState text={t('games.account.loadError')} />
      </Sheet>
    )
  }
  return (
    <Sheet title={t('games.account.title', { name: game.name })} cover={<Cover game={game} />} {...frame}>
      {game.isActive ? <Open game={game} walletMinor={balances.walletMinor} /> : <Closed game={game} />}
    </Sheet>
  )
}

function Cover({ game }: { game: GameBalance }): ReactNode {
  const { t } = useTexts()
  return (
    <div className={`${styles.cover} ${game.isActive ? '' : styles.closed}`}>
      <img className={styles.ground} src={game.background} alt="" />
      <img className={styles.logo} src={game.logo} alt="" />
      <div className={styles.title}>
        <h2>{t('games.account.title', { name: game.name })}</h2>
        {game.isActive ? (
          <p>
            <span className={styles.amount}>
              <Amount amountMinor={game.amountMinor} bahtLabel={t('currency.baht')} />
            </span>
            <span className="num">{t('amount.credits', { amount: formatAmount(game.creditsMinor) })}</span>
          </p>
        ) : (
          <p>{t('games.account.inactive')}</p>
        )}
      </div>
    </div>
  )
}

/** An account that is not open can only be opened (GAM-009). */
function Closed({ game }: { game: GameBalance }): ReactNode {
  const { t } = useTexts()
  const { isBusy, activate } = useActivate(game.code)
  return (
    <>
      <p className={styles.intro}>{t('games.account.intro')}</p>
      <Button
        kind="gold"
        busyLabel={isBusy ? t('games.account.activating') : undefined}
        onClick={() => activate(() => showToast('done', t('games.account.activated')))}
      >
        <Icon drawing={plus} />
        {t('games.account.activate')}
      </Button>
    </>
  )
}

function Open({ game, walletMinor }: { game: GameBalance; walletMinor: number }): ReactNode {
  const { t } = useTexts()
  const { step, play } = usePlay(game, walletMinor)
  const isPlayable = entranceOf(game) !== 'none'
  return (
    <>
      {game.isStale ? <p className={styles.stale}>{t('home.stale')}</p> : null}
      <div className={isPlayable ? styles.actions : ''}>
        {isPlayable ? (
          <Button kind="gold" busyLabel={step === undefined ? undefined : t(`games.account.${step}`)} onClick={play}>
            <Icon drawing={playDrawing} />
            {t('games.account.play')}
          </Button>
        ) : null}
        <Button
          kind="tonal"
          disabled={step !== undefined}
          onClick={() => openModal('transfer', { from: 'WALLET', to: game.code })}
        >
          <Icon drawing={swap} />
          {t('transfer.title')}
        </Button>
      </div>
      {isPlayable && walletMinor > 0 ? (
        <p className={styles.hint}>
          <Phrases text={t('games.account.playHint', { amount: formatAmount(walletMinor) })} />
        </p>
      ) : null}
      {game.amountMinor > 0 ? (
        <div className={styles.home}>
          <Button
            kind="line"
            disabled={step !== undefined}
            onClick={() => openModal('transfer', { from: game.code, to: 'WALLET', isAll: true })}
          >
            <Icon drawing={home} />
            {t('games.account.back')}
          </Button>
        </div>
      ) : null}
      <CredentialsCard code={game.code} />
      <Links game={game} />
      <ResetPassword code={game.code} />
    </>
  )
}

/** The ways in that the provider names; those that it does not name are not there. */
function Links({ game }: { game: GameBalance }): ReactNode {
  const { t } = useTexts()
  const links = [
    { label: t('games.account.web'), drawing: globe, link: game.web },
    { label: t('games.account.android'), drawing: phone, link: game.android },
    { label: t('games.account.ios'), drawing: phone, link: game.ios },
  ].flatMap(({ label, drawing, link }) => {
    const address = link === null ? undefined : gameAddress(link, buildSettings.providerHost)
    return address === undefined ? [] : [{ label, drawing, address }]
  })
  if (links.length === 0) return null
  return (
    <section className={styles.links} aria-label={t('games.account.channels')}>
      <h3>{t('games.account.channels')}</h3>
      <ul>
        {links.map(({ label, drawing, address }) => (
          <li key={label}>
            <a href={address} rel="noopener noreferrer" target={buildSettings.isIframe ? '_blank' : undefined}>
              <Icon drawing={drawing} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ResetPassword({ code }: { code: string }): ReactNode {
  const { t } = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, reset } = useResetPassword(code)
  return (
    <>
      <Button kind="quiet" onClick={() => setIsAsked(true)}>
        <Icon drawing={key} />
        {t('games.account.reset')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('games.account.reset')}
          text={t('games.account.resetConfirm')}
          confirmLabel={t('common.confirm')}
          cancelLabel={t('common.cancel')}
          busyLabel={isBusy ? t('games.account.resetting') : undefined}
          onConfirm={() =>
            reset(
              () => showToast('done', t('games.account.resetDone')),
              () => setIsAsked(false),
            )
          }
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}
