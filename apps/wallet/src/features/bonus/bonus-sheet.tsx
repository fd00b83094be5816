import { BONUS_ACTIVATE_REFUSALS } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { alert, lock, useNow } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { bannerLabels } from '../../lib/banners.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useMoneyCall } from '../../lib/use-money-call.ts'
import { Banners } from '../../ui/banners.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Bonus } from './bonus.api.ts'
import { activateBonus, applyUserBonus, useBonuses, useHeldBonus, useNotice } from './bonus.api.ts'
import { fillNotice, receivedCount } from './bonus.rules.ts'
import styles from './bonus-sheet.module.css'

/** One bonus: its banners, what is to be known, and the way to receive it (BON-010 to BON-013). */
export function BonusSheet({ code, onClose }: ModalProps<'bonus'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useBonuses()
  const bonus = data?.find((one) => one.code === code)
  if (bonus !== undefined) return <Offer bonus={bonus} onClose={onClose} />
  return (
    <Sheet title={t('bonus.title')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      {data === undefined && error === null ? <SheetSkeleton /> : null}
      {data === undefined && error !== null ? (
        <EmptyState {...lossState(texts, t('bonus.loadError'), error, refetch)} />
      ) : null}
      {data === undefined ? null : <EmptyState text={t('bonus.modal.gone')} />}
    </Sheet>
  )
}

function Offer({ bonus, onClose }: { bonus: Bonus; onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const { data: held } = useHeldBonus()
  const nowMs = useNow(60_000)
  const { isRunning, run } = useMoneyCall(`bonus-activate ${bonus.code}`, BONUS_ACTIVATE_REFUSALS, (key) =>
    activateBonus(bonus.code, key),
  )
  const isHeld = bonus.userBonus?.isActive === true
  const receive = async (): Promise<void> => {
    const end = await run()
    if (end === undefined) return
    if (!end.isDone) {
      openModal('message', end.message)
      return
    }
    applyUserBonus(client, bonus.code, end.answer)
    onClose()
    showToast('done', t('bonus.received'))
  }
  const footer = isHeld ? (
    <Button kind="gold" onClick={onClose}>
      {t('bonus.modal.confirm')}
    </Button>
  ) : (
    <Button
      kind={held?.status === true ? 'tonal' : 'gold'}
      busyLabel={isRunning ? t('bonus.modal.receiving') : undefined}
      onClick={() => void receive()}
    >
      {t('bonus.modal.receive')}
    </Button>
  )
  const received = receivedCount(bonus, nowMs)
  return (
    <Sheet title={bonus.name} closeLabel={t('aria.closeDialog')} onClose={onClose} footer={footer}>
      <Banners title={bonus.name} banners={bonus.banners} labels={bannerLabels(texts)} />
      {bonus.terms === undefined ? null : <Terms terms={bonus.terms} />}
      <p className={styles.kind}>
        <b>{t(`bonus.type.${bonus.type}`)}</b>
        <span className="num">{t('bonus.card.count', { received, max: bonus.maxReceived })}</span>
      </p>
      <Notice percentFail={bonus.percentFail} />
      {!isHeld && held?.status === true ? (
        <Note tone="out" drawing={alert}>
          {t('bonus.modal.heldOther', { name: held.name ?? t('bonus.active.title') })}
        </Note>
      ) : null}
    </Sheet>
  )
}

/** What the bonus asks for, before it is taken: what is locked, and with the figures of one deposit how far it goes. */
function Terms({ terms }: { terms: NonNullable<Bonus['terms']> }): ReactNode {
  const { t } = useTexts()
  const { percentSuccess, example } = terms
  const written = (amount: number): string => `฿${formatAmount(fromWireAmount(amount))}`
  return (
    <>
      <div className={styles.example}>
        <h3>
          {t('bonus.terms.example', { amount: formatAmount(fromWireAmount(example.deposit)).replace(/\.00$/, '') })}
        </h3>
        <dl className={panels.pairs}>
          <div>
            <dt>{t('bonus.terms.sum')}</dt>
            <dd className="num">
              {written(example.deposit)} + {written(example.bonus)}
            </dd>
          </div>
          <div>
            <dt>{t('bonus.terms.goal', { percent: percentSuccess })}</dt>
            <dd className="num">{written(example.passFrom)}</dd>
          </div>
          <div>
            <dt>{t('bonus.progress.failBelow')}</dt>
            <dd className="num">{written(example.failBelow)}</dd>
          </div>
        </dl>
      </div>
      <Note tone="wait" drawing={lock}>
        {t('bonus.terms.locked')}
      </Note>
    </>
  )
}

/** What the operator says about losing a bonus; in our own words where his could not be fetched. */
function Notice({ percentFail }: { percentFail: number }): ReactNode {
  const { t } = useTexts()
  const { data, error } = useNotice()
  return (
    <Note aria-busy={data === undefined && error === null}>
      {data === undefined && error === null ? <Skeleton widthPx={280} heightPx={20} /> : null}
      {data === undefined && error !== null ? <p>{t('bonus.modal.notice', { percentFail })}</p> : null}
      {data === undefined ? null : <Prose html={fillNotice(data, percentFail)} />}
    </Note>
  )
}

function SheetSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
      <Skeleton widthPx={480} heightPx={211} />
      <Skeleton widthPx={240} heightPx={22} />
      <Skeleton widthPx={280} heightPx={20} />
    </div>
  )
}
