import type { calls } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { CallError, clock, Icon, timeOfDay, useModalDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { errorText } from '../../lib/api/api-error.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import dialogs from '../../ui/alert-dialog.module.css'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import panels from '../../ui/panel.module.css'
import { showToast } from '../../ui/toast.tsx'
import styles from './protection.module.css'
import { timeText } from './protection.rules.ts'
import { tellAnswered, useAnswered } from './reality-check.ts'

/** How long, and what it came to, as last read: to go on or to leave, and both weigh the same (beyond 3.3). */
export function RealityCheckDialog({ check, checkMinutes, onLeave, onClose }: ModalProps<'reality-check'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const id = useId()
  // It is answered, and not closed: Escape and the way back leave it there.
  const dialog = useModalDialog(() => undefined)
  const [isSending, setIsSending] = useState(false)
  const count = useAnswered()
  const shown = useRef(count)
  useEffect(() => {
    if (count !== shown.current) onClose()
  }, [count, onClose])
  const answer = async (isLeaving: boolean): Promise<void> => {
    setIsSending(true)
    try {
      await callApi<typeof calls.protectionContinue>('POST', '/api/protection/use/continue')
      tellAnswered()
      if (isLeaving) onLeave()
    } catch (error) {
      if (!(error instanceof CallError && error.isHandled))
        showToast('failed', errorText(texts, error), 'reality-check')
    }
    setIsSending(false)
  }
  const figures = [
    ['protection.net.depositSum', check.deposits],
    ['protection.net.withdrawalSum', check.withdrawals],
    ['protection.net.results', check.results],
  ] as const
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      className={dialogs.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <span className={styles.round}>
        <Icon drawing={clock} />
      </span>
      <h2 id={`${id}-title`}>{t('protection.check.title')}</h2>
      <div id={`${id}-text`}>
        <p className={styles.passed}>
          {t('protection.check.used')}
          <b>{timeText(texts, check.minutes)}</b>
          <span className="num">{t('protection.check.since', { time: timeOfDay(check.since) })}</span>
        </p>
        <dl className={`${panels.pairs} ${styles.figures}`}>
          {figures.map(([name, amount]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>
                <Amount amountMinor={fromWireAmount(amount)} bahtLabel={t('currency.baht')} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.choices}>
        <Button kind="tonal" disabled={isSending} onClick={() => void answer(true)}>
          {t('protection.check.leave')}
        </Button>
        <Button kind="tonal" disabled={isSending} onClick={() => void answer(false)}>
          {t('protection.check.continue')}
        </Button>
      </div>
      <p className={styles.small}>{t('protection.check.next', { n: checkMinutes })}</p>
    </dialog>
  )
}
