import { formatAmount } from '@krapao/money'
import { alert, CallError, check, download, Icon, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { readTexts, useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Note } from '../../ui/note.tsx'
import { QrImage, QrPicture, readQrDrawing, readQrImage } from '../../ui/qr-picture.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Actions } from './actions.tsx'
import { cancelQr, seenQr } from './deposit.api.ts'
import type { LiveQr } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'
import { saveQrPicture } from './save-qr.ts'

/** A QR to be paid, with the time that is left for it (DEP-010 to DEP-014). */
export function QrLive({
  qr,
  isAsking,
  failure,
  onEnd,
  onTransferred,
}: {
  qr: LiveQr
  /** It is over, and whether its money came is being found out. */
  isAsking: boolean
  /** What the last question about it ended with; null when it was answered. */
  failure: unknown
  onEnd: (end: 'expired' | 'cancelled') => void
  onTransferred: () => void
}): ReactNode {
  const { t } = useTexts()
  const [question, setQuestion] = useState<'transferred' | 'cancel'>()
  const amount = formatAmount(qr.amountMinor)
  return (
    <>
      <Picture qr={qr} isAsking={isAsking} />
      <div className={styles.facts}>
        <p className={styles.toPay}>
          <span>{t('qr.toPay')}</span>
          <Amount amountMinor={qr.amountMinor} bahtLabel={t('currency.baht')} />
        </p>
        <Countdown
          label={t('qr.timeLeft')}
          endsAtMs={qr.endsAtMs}
          wholeMs={seenQr(qr.id).wholeMs}
          readNowMs={serverNowMs}
          onEnd={() => onEnd('expired')}
          onShort={() => showToast('spoken', t('qr.countdown', { time: '01:00' }))}
        />
      </div>
      <ul className={styles.list}>
        {[t('qr.exact'), t('deposit.credited'), t('deposit.qrOnce')].map((text) => (
          <li key={text}>
            <Icon drawing={check} />
            {text}
          </li>
        ))}
      </ul>
      <Actions>
        {failure === null ? null : <Trouble failure={failure} />}
        <Button kind="gold" disabled={isAsking} onClick={() => setQuestion('transferred')}>
          {t('qr.done')}
        </Button>
        <div className={styles.pair}>
          <SaveButton qr={qr} />
          {qr.payload === null ? null : (
            <CopyButton
              kind="quiet"
              text={qr.payload}
              word={t('common.copy')}
              label={t('qr.copyPayload')}
              doneText={t('qr.copied')}
              failedText={t('copy.fail')}
            />
          )}
          <Button kind="danger" disabled={isAsking} onClick={() => setQuestion('cancel')}>
            {t('qr.cancel')}
          </Button>
        </div>
      </Actions>
      {question === 'transferred' ? (
        <ConfirmDialog
          title={t('qr.doneConfirm')}
          text={t('qr.payAmount', { amount })}
          confirmLabel={t('qr.done')}
          cancelLabel={t('qr.notYet')}
          onConfirm={onTransferred}
          onClose={() => setQuestion(undefined)}
        />
      ) : null}
      {question === 'cancel' ? (
        <CancelQuestion qr={qr} onCancelled={() => onEnd('cancelled')} onClose={() => setQuestion(undefined)} />
      ) : null}
    </>
  )
}

/** The picture, or what to do without it. A reader who came by the keyboard goes on from here. */
function Picture({ qr, isAsking }: { qr: LiveQr; isAsking: boolean }): ReactNode {
  const { t } = useTexts()
  const ref = useRef<HTMLDivElement>(null)
  const shown = { drawing: readQrDrawing(qr.markup), image: readQrImage(qr.markup) }
  const label = t('aria.qrImage', { amount: formatAmount(qr.amountMinor) })
  useEffect(() => {
    // The button that made it is gone, and the focus with it.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={styles.picture} ref={ref} tabIndex={-1}>
      {shown.image !== undefined ? (
        <QrImage source={shown.image} label={label} isFaded={isAsking} />
      ) : shown.drawing === undefined ? (
        <Note tone="out" drawing={alert}>
          {t('qr.unreadable')}
        </Note>
      ) : (
        <QrPicture drawing={shown.drawing} label={label} isFaded={isAsking} />
      )}
      {isAsking ? (
        <p className={styles.asking} role="status">
          {t('common.checking')}
        </p>
      ) : null}
    </div>
  )
}

/** What is wrong while the QR cannot be asked about. It can be paid all the same. */
function Trouble({ failure }: { failure: unknown }): ReactNode {
  const texts = useTexts()
  const isRefused = failure instanceof CallError && failure.kind === 'refused'
  return (
    <Note tone="out" drawing={alert} role="status">
      {isRefused ? errorText(texts, failure) : texts.t('qr.offline')}
    </Note>
  )
}

function SaveButton({ qr }: { qr: LiveQr }): ReactNode {
  const { t } = useTexts()
  const shown = readQrImage(qr.markup) ?? readQrDrawing(qr.markup)
  const onSave = async (): Promise<void> => {
    const isSaved = shown !== undefined && (await saveQrPicture(shown, qr.amountMinor))
    if (isSaved) showToast('done', t('qr.saved'), 'save-qr')
    else showToast('failed', t('qr.saveFail'), 'save-qr')
  }
  return (
    <Button kind="quiet" disabled={shown === undefined} onClick={() => void onSave()}>
      <Icon drawing={download} />
      {t('qr.save')}
    </Button>
  )
}

function CancelQuestion({
  qr,
  onCancelled,
  onClose,
}: {
  qr: LiveQr
  onCancelled: () => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const [isCancelling, setIsCancelling] = useState(false)
  const onConfirm = async (): Promise<void> => {
    setIsCancelling(true)
    try {
      await cancelQr(qr.id)
      onClose()
      onCancelled()
      showToast('done', t('qr.cancelled'), 'cancel-qr')
    } catch (error) {
      onClose()
      if (!(error instanceof CallError && error.isHandled))
        showToast('failed', errorText(readTexts(), error), 'cancel-qr')
    }
  }
  return (
    <ConfirmDialog
      kind="danger"
      title={t('qr.cancel')}
      text={t('qr.cancelConfirm')}
      confirmLabel={t('qr.cancel')}
      cancelLabel={t('qr.keep')}
      busyLabel={isCancelling ? t('qr.cancelling') : undefined}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    />
  )
}
