import { download, Icon, OpeningPicture } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { play } from '../../ui/drawings.tsx'
import { safeAddress } from '../../ui/safe-address.ts'
import { picture } from './chat-drawings.tsx'
import type { Payload } from './chat.types.ts'
import styles from './message-media.module.css'

/** A picture or video in the log, or a link to any other file (CHT-016). */
export function MessageMedia({
  payload,
  preview,
  onStale,
}: {
  payload: Payload
  /** The same file from this device, where it was chosen here. */
  preview: string | undefined
  /** The address does not work, or no more: a new one is wanted. */
  onStale: (() => void) | undefined
}): ReactNode {
  const { t } = useTexts()
  const [failed, setFailed] = useState<string>()
  const address = preview ?? safeAddress(payload.filePath ?? null, ['http:', 'https:'])
  const name = payload.name ?? payload.message ?? ''
  const fail = (): void => {
    if (failed === undefined) onStale?.()
    setFailed(address)
  }
  const isShown = address !== undefined && address !== failed
  if (payload.fileType === 'image') {
    if (!isShown) return <Missing drawing={picture} text={t('chat.imageGone')} />
    if (preview !== undefined) {
      return <img className={styles.media} src={address} alt={t('chat.image')} onError={fail} />
    }
    return (
      <OpeningPicture
        className={styles.open}
        pictureClassName={styles.media}
        address={address}
        name={name}
        alt={t('chat.image')}
        labels={{
          open: t('chat.openImage'),
          close: t('common.close'),
          save: t('chat.saveImage'),
          enlarge: t('chat.enlarge'),
          shrink: t('chat.shrink'),
        }}
        onFailed={fail}
      />
    )
  }
  if (payload.fileType === 'video') {
    if (!isShown) return <Missing drawing={play} text={t('chat.videoGone')} />
    return (
      // What customers film has no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        className={styles.media}
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label={t('chat.video')}
        onError={fail}
      />
    )
  }
  if (address === undefined) return <p className={styles.file}>{name}</p>
  return (
    <a className={styles.file} href={address} target="_blank" rel="noopener noreferrer">
      <Icon drawing={download} />
      {t('chat.file', { name })}
    </a>
  )
}

/** In place of what cannot be shown. */
function Missing({ drawing, text }: { drawing: ReactNode; text: string }): ReactNode {
  return (
    <p className={styles.missing}>
      <Icon drawing={drawing} />
      {text}
    </p>
  )
}
