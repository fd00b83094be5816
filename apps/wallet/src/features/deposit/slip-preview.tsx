import { alert, check, Icon } from '@krapao/web'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Note } from '../../ui/note.tsx'
import parts from './deposit-parts.module.css'
import type { SlipPicture } from './slip-picture.ts'
import type { SlipUpload } from './use-slip-upload.ts'

/** The picture that was chosen, what was found on it, and how far it is on its way. */
export function SlipPreview({ upload, picture }: { upload: SlipUpload; picture: SlipPicture }): ReactNode {
  const { t } = useTexts()
  const image = useShownFile(picture.file)
  const isSending = upload.phase === 'sending'
  return (
    <>
      <div className={parts.preview}>
        <img ref={image} alt={t('aria.slipPreview')} className={isSending ? parts.faded : undefined} />
      </div>
      {isSending ? <Progress share={upload.share} /> : <Verdict picture={picture} />}
    </>
  )
}

function Verdict({ picture: { reading } }: { picture: SlipPicture }): ReactNode {
  const { t } = useTexts()
  if (reading === 'unknown') return null
  if (reading === 'slip') {
    return (
      <p className={parts.verdict} role="status">
        <Icon drawing={check} />
        {t('slip.upload.readable')}
      </p>
    )
  }
  return (
    <Note tone="out" drawing={alert} role="alert">
      {t(reading === 'foreign' ? 'slip.upload.notSlip' : 'slip.upload.noQr')}
    </Note>
  )
}

/** How much is sent. What is sent whole waits for the answer. */
function Progress({ share }: { share: number }): ReactNode {
  const { t } = useTexts()
  const percent = Math.floor(share * 100)
  const text = share >= 1 ? t('common.checking') : t('slip.upload.progress', { percent })
  return (
    <div className={parts.progress}>
      <div role="progressbar" aria-label={t('common.sending')} aria-valuenow={percent} aria-valuetext={text}>
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="num">{text}</p>
    </div>
  )
}

/** Shows a file in a picture for as long as it is the one to be shown. */
function useShownFile(file: File): RefObject<HTMLImageElement | null> {
  const ref = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (ref.current !== null) ref.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return ref
}
