import { formatAmount } from '@krapao/money'
import { clock, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { openModal } from '../../lib/modals.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { loadTexts, readTexts, useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { gift } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { showToast } from '../../ui/toast.tsx'
import type { HeldBonus as Held } from './bonus.api.ts'
import type { BonusProgress } from './bonus.rules.ts'
import { progressOf } from './bonus.rules.ts'
import styles from './held-bonus.module.css'
import { useClear } from './use-clear.ts'

/** The bonus that is held, in place of the code form: its type, how far it is, and the way out of it (BON-006). */
export function HeldBonus({ held }: { held: Held }): ReactNode {
  const { t } = useTexts()
  const state = held.progress?.state ?? 'armed'
  const standing = progressOf(held.progress)
  return (
    <section className={`${panels.panel} ${styles.held}`} aria-label={t('bonus.active.title')}>
      <div className={styles.top}>
        <span className={`${styles.pill} ${state === 'ending' ? styles.leaving : ''}`}>
          <Icon drawing={state === 'ending' ? clock : gift} />
          {t(state === 'ending' ? 'bonus.card.ending' : 'bonus.card.current')}
        </span>
        <span className={styles.type}>{typeText(held, t)}</span>
      </div>
      {held.name === null ? null : <h2 className={styles.name}>{held.name}</h2>}
      {state === 'ending' ? <Ending /> : null}
      {state === 'armed' ? <Armed /> : null}
      {state === 'granted' && standing !== undefined ? <Granted standing={standing} /> : null}
      {state === 'ending' ? null : <WayOut isArmed={state === 'armed'} standing={standing} />}
    </section>
  )
}

function typeText({ type, kind }: Held, t: Texts['t']): string {
  const names = [
    type === null ? undefined : t(`bonus.type.${type}`),
    kind === null ? undefined : t(`bonus.type.${kind}`),
  ]
  return names.filter((name) => name !== undefined).join(' · ')
}

function Armed(): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.says}>{t('bonus.active.waiting')}</p>
      <p className={styles.hint}>{t('bonus.active.expires')}</p>
      <div className={styles.action}>
        <Button kind="gold" onClick={() => openModal('deposit', {})}>
          {t('statement.type.deposit')}
        </Button>
      </div>
    </>
  )
}

function Ending(): ReactNode {
  const { t } = useTexts()
  return (
    <Note tone="wait" drawing={clock} role="status">
      <h3>{t('bonus.ending.title')}</h3>
      <p>{t('bonus.ending.text')}</p>
    </Note>
  )
}

function Granted({ standing }: { standing: BonusProgress }): ReactNode {
  const { t } = useTexts()
  const { baseMinor, currentMinor, failBelowMinor, passFromMinor, verdict, part, failPart } = standing
  const baht = t('currency.baht')
  const values = { current: formatAmount(currentMinor), target: formatAmount(passFromMinor) }
  return (
    <>
      <dl className={styles.amounts}>
        <div>
          <dt>{t('bonus.progress.current')}</dt>
          <dd>
            <Amount amountMinor={currentMinor} bahtLabel={baht} />
          </dd>
        </div>
        <div>
          <dt>{t('bonus.progress.target')}</dt>
          <dd>
            <Amount amountMinor={passFromMinor} bahtLabel={baht} />
          </dd>
        </div>
      </dl>
      <div
        className={`${styles.bar} ${styles[verdict]}`}
        role="progressbar"
        aria-label={t('bonus.progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={t('bonus.progress.value', values)}
      >
        <span style={{ transform: `scaleX(${part})` }} />
        <i style={{ left: `${failPart * 100}%` }} />
      </div>
      <p className={`${styles.verdict} ${styles[verdict]}`} role="status">
        {verdict === 'open'
          ? t('bonus.progress.toGo', { amount: formatAmount(passFromMinor - currentMinor) })
          : t(`bonus.progress.${verdict}`)}
      </p>
      <dl className={`${panels.pairs} ${styles.facts}`}>
        <div>
          <dt>{t('bonus.progress.base')}</dt>
          <dd>
            <Amount amountMinor={baseMinor} bahtLabel={baht} />
          </dd>
        </div>
        <div>
          <dt>{t('bonus.progress.failBelow')}</dt>
          <dd>
            <Amount amountMinor={failBelowMinor} bahtLabel={baht} />
          </dd>
        </div>
      </dl>
      <p className={styles.hint}>{t('bonus.active.locked')}</p>
    </>
  )
}

/** Cancelling and ending are asked about before they are done (BON-020); what they take is said. */
function WayOut({ isArmed, standing }: { isArmed: boolean; standing: BonusProgress | undefined }): ReactNode {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { isRunning, clear } = useClear(isArmed)
  const isOver = standing !== undefined && standing.verdict !== 'open'
  const confirm = async (): Promise<void> => {
    await clear()
    setIsAsking(false)
  }
  return (
    <div className={isOver ? styles.action : styles.wayOut}>
      <Button kind={isOver ? 'gold' : 'danger'} onClick={() => setIsAsking(true)}>
        {t(isArmed ? 'bonus.cancel' : 'bonus.end')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          kind={standing?.verdict === 'passed' ? 'gold' : 'danger'}
          isMoney
          title={t(isArmed ? 'bonus.cancelTitle' : 'bonus.endTitle')}
          text={isArmed ? t('bonus.cancelText') : endText(standing, t)}
          confirmLabel={t(isArmed ? 'bonus.cancel' : 'bonus.end')}
          cancelLabel={t('bonus.keep')}
          busyLabel={isRunning ? t(isArmed ? 'bonus.cancelling' : 'bonus.ending.title') : undefined}
          onConfirm={() => void confirm()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  )
}

/** What ending will take and leave, as far as is known (decisions 2.80): never more than what there is. */
function endText(standing: BonusProgress | undefined, t: Texts['t']): string {
  if (standing?.verdict === 'passed') return t('bonus.endTextPass')
  if (standing?.verdict !== 'failed') return t('bonus.endTextOpen')
  return t('bonus.endTextFail', { amount: formatAmount(Math.max(0, standing.currentMinor)) })
}

/** Tells that a bonus has ended which was seen on its way to its end. */
export function useToldEnd(held: Held | undefined): void {
  const wasEnding = useRef(false)
  useEffect(() => {
    if (held === undefined) return
    if (wasEnding.current && !held.status) void tellEnd()
    wasEnding.current = held.progress?.state === 'ending'
  }, [held])
}

async function tellEnd(): Promise<void> {
  await loadTexts(['errors']).catch(() => undefined)
  showToast('done', readTexts().find('error.BONUS_CLEAR') ?? 'BONUS_CLEAR')
}
