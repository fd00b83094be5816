import type { LimitPeriod } from '@krapao/contract'
import { LIMIT_MAX_MINOR, LIMIT_MIN_MINOR, LIMIT_PERIODS } from '@krapao/contract'
import { formatAmount, fromWireAmount, toWireAmount } from '@krapao/money'
import { clock } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { useProtection } from '../../lib/protection.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { AmountField, AmountPresets } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import { minorOfTyped } from '../../ui/typed-amount.ts'
import { useSetLimit } from './protection.api.ts'
import styles from './protection.module.css'
import { presetsFor } from './protection.rules.ts'

/** A limit of deposits or losses: lower holds at once, higher or none waits and is asked about once more (beyond 3.1). */
export function LimitSheet({ kind, period: first = 'day', onClose }: ModalProps<'limit'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data } = useProtection()
  const { mutate, isPending } = useSetLimit()
  const [period, setPeriod] = useState<LimitPeriod>(first)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const now = data?.limits.find((one) => one.kind === kind && one.period === period && one.setBy === 'member')
  const nowMinor = now === undefined ? undefined : fromWireAmount(now.amount)
  const amountMinor = minorOfTyped(typed)
  // Nothing to be told of a limit that nothing counts for yet.
  const usedMinor = now === undefined ? undefined : fromWireAmount(now.used)
  const isHigher = nowMinor !== undefined && amountMinor !== undefined && amountMinor > nowMinor
  const type = (text: string): void => {
    setTyped(text)
    setWrong(undefined)
  }
  const send = (minor: number | null): void => {
    const body = { kind, period, amount: minor === null ? null : toWireAmount(minor) }
    mutate(body, {
      onSuccess: () => {
        showToast('done', t('protection.limit.saved'), 'limit')
        onClose()
      },
      onError: (error) => setWrong(errorText(texts, error)),
    })
  }
  const save = (): void => {
    if (amountMinor === undefined || amountMinor < LIMIT_MIN_MINOR || amountMinor > LIMIT_MAX_MINOR) {
      setWrong(t('protection.set.range'))
    } else send(amountMinor)
  }
  const label = { amount: formatAmount(amountMinor ?? 0) }
  const busyLabel = isPending ? t('protection.limit.saving') : undefined
  return (
    <Sheet
      title={t(`protection.set.${kind}`)}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <div className={styles.choices}>
          <Button kind={isHigher ? 'line' : 'gold'} busyLabel={busyLabel} onClick={save}>
            {amountMinor === undefined
              ? t('protection.set.save')
              : t(isHigher ? 'protection.set.higher' : 'protection.set.lower', label)}
          </Button>
          {nowMinor === undefined ? null : (
            <Button kind="quiet" disabled={isPending} onClick={() => send(null)}>
              {t('protection.set.remove')}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.form}>
        <Segments
          label={t('protection.set.period')}
          isLabelHidden
          choices={LIMIT_PERIODS.map((value) => ({ value, label: t(`protection.period.${value}`) }))}
          value={period}
          onChoose={setPeriod}
        />
        <AmountField
          label={t('protection.set.amount')}
          hint={nowMinor === undefined ? undefined : t('protection.set.now', { amount: formatAmount(nowMinor) })}
          error={wrong}
          text={typed}
          isDisabled={isPending}
          onChange={type}
        />
        <AmountPresets
          groupLabel={t('protection.set.amount')}
          labelOf={(amount) => amount}
          amountsMinor={presetsFor(nowMinor)}
          chosenMinor={amountMinor}
          isDisabled={isPending}
          onChoose={type}
        />
      </div>
      <Note drawing={clock} tone={isHigher ? 'wait' : 'plain'}>
        {isHigher || usedMinor === undefined || amountMinor === undefined ? null : (
          <p>
            {t(kind === 'loss' ? 'protection.limit.lost' : 'protection.limit.used', {
              used: formatAmount(usedMinor),
              remaining: formatAmount(Math.max(0, amountMinor - usedMinor)),
            })}
          </p>
        )}
        {isHigher || kind === 'loss' ? null : <p>{t('protection.set.lowerNote')}</p>}
        <p>{t('protection.set.higherNote')}</p>
      </Note>
    </Sheet>
  )
}
