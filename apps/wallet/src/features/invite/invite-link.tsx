import type { QrDrawing } from '@krapao/payment-codes'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { useHome } from '../../lib/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { qrCode, share as shareDrawing } from '../../ui/drawings.tsx'
import { QrPicture } from '../../ui/qr-picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inviteLink } from './invite.api.ts'
import styles from './invite-sheet.module.css'

/**
 * The member's link, and the ways to a friend: shared by the phone, copied, or scanned (INV-003). The first way is golden
 * where nothing else on the sheet is.
 */
export function InviteLink({ isFirst }: { isFirst: boolean }): ReactNode {
  const { t } = useTexts()
  const { data: home } = useHome()
  const [isQrShown, setIsQrShown] = useState(false)
  if (home === undefined) return <Skeleton widthPx={480} heightPx={124} />
  const link = inviteLink(home.profile._id)
  return (
    <>
      <p className={styles.label}>{t('invite.link')}</p>
      <p className={styles.link}>
        {link.split(/(?<==)/).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      {'share' in navigator ? (
        <div className={styles.send}>
          <ShareButton link={link} kind={isFirst ? 'gold' : 'tonal'} />
        </div>
      ) : null}
      <div className={styles.buttons}>
        <CopyButton
          kind="tonal"
          text={link}
          label={t('invite.copy')}
          doneText={t('copy.success', { text: link })}
          failedText={t('copy.fail')}
        />
        <Button kind="tonal" aria-expanded={isQrShown} onClick={() => setIsQrShown(!isQrShown)}>
          <Icon drawing={qrCode} />
          {t(isQrShown ? 'invite.qrHide' : 'invite.qr')}
        </Button>
      </div>
      {isQrShown ? <LinkQr link={link} /> : null}
    </>
  )
}

function ShareButton({ link, kind }: { link: string; kind: 'gold' | 'tonal' }): ReactNode {
  const { t } = useTexts()
  const share = (): void => {
    // Who leaves the phone's own sheet has shared with nobody, which is no failure.
    navigator
      .share({ title: t('invite.title'), text: t('invite.shareText', { link }), url: link })
      .catch(() => undefined)
  }
  return (
    <Button kind={kind} onClick={share}>
      <Icon drawing={shareDrawing} />
      {t('invite.share')}
    </Button>
  )
}

/** The link as a QR code, drawn here: the code that draws it comes when it is asked for. */
function LinkQr({ link }: { link: string }): ReactNode {
  const { t } = useTexts()
  const [drawing, setDrawing] = useState<QrDrawing | 'failed'>()
  useEffect(() => {
    let isGone = false
    const become = (next: QrDrawing | 'failed'): void => {
      if (!isGone) setDrawing(next)
    }
    import('../../ui/draw-qr.ts').then(
      ({ drawQr }) => become(drawQr(link)),
      () => become('failed'),
    )
    return () => {
      isGone = true
    }
  }, [link])
  if (drawing === 'failed') {
    return (
      <p className={styles.qr} role="alert">
        {t('invite.qrError')}
      </p>
    )
  }
  return (
    <div className={styles.qr}>
      {drawing === undefined ? (
        <div className={styles.qrWaiting} aria-busy="true" aria-label={t('aria.loading')}>
          <Skeleton widthPx={232} heightPx={232} />
        </div>
      ) : (
        <QrPicture drawing={drawing} label={t('invite.qrImage')} />
      )}
      <p>{t('invite.qrHint')}</p>
    </div>
  )
}
