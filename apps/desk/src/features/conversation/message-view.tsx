import type { ComposedMessage, DeskMessage } from '@krapao/contract'
import { download, Icon, LinkedText, OpeningPicture, refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { pictureLabels } from '../../lib/picture-labels.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { link, phone, reply } from '../../ui/drawings.tsx'
import styles from './message-view.module.css'

type Content = DeskMessage['message'] | ComposedMessage
type Payload = NonNullable<DeskMessage['message']['payload']>
type Button = NonNullable<Payload['buttons']>[number]
type Card = Omit<NonNullable<DeskMessage['message']['payloads']>[number], 'subtitle'> & {
  subtitle?: string | null | undefined
}

/** What a message says, drawn as the customer sees it. Its buttons are pictures of buttons: they are not for staff. */
export function MessageView({
  message,
  tone,
  onFileFailed,
}: {
  message: Content
  tone: 'customer' | 'staff' | 'robot'
  /** Asks for a new address of the file: they are good for a quarter of an hour. */
  onFileFailed?: (() => void) | undefined
}): ReactNode {
  const { t } = useTexts()
  const bubble = `${styles.bubble} ${styles[tone]}`
  const payload: Payload = ('payload' in message ? message.payload : undefined) ?? {}
  const words = payload.message ?? payload.title ?? ''
  switch (message.message_type) {
    case 'text':
      return (
        <p className={bubble}>
          <LinkedText text={words} />
        </p>
      )
    case 'postback':
      return <p className={bubble}>{t('chat.pressed', { title: payload.title ?? words })}</p>
    case 'buttons':
      return (
        <div className={`${bubble} ${styles.holder}`}>
          <p className={styles.words}>
            <LinkedText text={payload.title ?? words} />
          </p>
          <ButtonRows buttons={payload.buttons ?? []} />
        </div>
      )
    case 'quick_replies':
      return (
        <div className={styles.group}>
          <p className={bubble}>
            <LinkedText text={payload.title ?? words} />
          </p>
          <ul className={styles.chips} aria-label={t('chat.quickReplies')}>
            {(payload.buttons ?? []).map((button, index) => (
              <li key={index} title={pressText(button, t)}>
                {button.title}
              </li>
            ))}
          </ul>
        </div>
      )
    case 'generic':
      return <MessageCards cards={('payloads' in message ? message.payloads : undefined) ?? []} bubble={bubble} />
    case 'media':
      return <MediaView key={payload.filePath} payload={payload} bubble={bubble} onFileFailed={onFileFailed} />
    default:
      return <p className={`${bubble} ${styles.unknown}`}>{t('chat.unknown')}</p>
  }
}

/** What a press of a customer on a button does. */
function pressText({ type, payload }: Button, t: Texts['t']): string {
  if (type === 'call') return t('chat.buttonCall', { number: payload })
  if (type === 'web') return t('chat.buttonWeb', { address: payload })
  return type === 'postback' ? t('chat.buttonPostback', { payload }) : t('chat.buttonText')
}

const drawingOf: Readonly<Record<string, ReactNode>> = { web: link, call: phone }

function ButtonRows({ buttons }: { buttons: readonly Button[] }): ReactNode {
  const { t } = useTexts()
  return (
    <ul className={styles.buttons}>
      {buttons.map((button, index) => (
        <li key={index} title={pressText(button, t)}>
          <Icon drawing={drawingOf[button.type] ?? reply} size={16} />
          <span>{button.title}</span>
          <span className="vh">{pressText(button, t)}</span>
        </li>
      ))}
    </ul>
  )
}

function MessageCards({ cards, bubble }: { cards: readonly Card[]; bubble: string }): ReactNode {
  const { t } = useTexts()
  return (
    <div
      className={styles.cards}
      role="group"
      aria-label={t('chat.cards')}
      // What scrolls must be within reach of the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {cards.map((card, index) => (
        <article key={index} className={`${bubble} ${styles.holder} ${styles.card}`}>
          {(card.image_url ?? '') === '' ? null : (
            <img src={card.image_url ?? ''} alt="" className={styles.cardPicture} />
          )}
          <div className={styles.words}>
            <p className={styles.cardTitle}>{card.title}</p>
            {card.subtitle ? <p className={styles.cardSubtitle}>{card.subtitle}</p> : null}
          </div>
          <ButtonRows buttons={card.buttons ?? []} />
        </article>
      ))}
    </div>
  )
}

function MediaView({
  payload,
  bubble,
  onFileFailed,
}: {
  payload: Payload
  bubble: string
  onFileFailed: (() => void) | undefined
}): ReactNode {
  const { t } = useTexts()
  const [isFailed, setIsFailed] = useState(false)
  const name = payload.message ?? payload.name ?? ''
  const address = payload.filePath ?? ''
  if (address === '') return <p className={`${bubble} ${styles.unknown}`}>{t('chat.fileGone', { name })}</p>
  if (isFailed) {
    return (
      <button type="button" className={`${bubble} ${styles.again}`} onClick={onFileFailed}>
        <Icon drawing={refresh} size={18} />
        {t('chat.fileExpired')}
      </button>
    )
  }
  const fail = (): void => setIsFailed(true)
  if (payload.fileType === 'image') {
    return (
      <OpeningPicture
        className={styles.media}
        address={address}
        name={name}
        alt={`${t('chat.image')} ${name}`}
        labels={pictureLabels(t)}
        onFailed={fail}
      />
    )
  }
  if (payload.fileType === 'video') {
    return (
      <video
        className={styles.media}
        src={address}
        controls
        preload="metadata"
        aria-label={`${t('chat.video')} ${name}`}
        onError={fail}
      >
        <track kind="captions" />
      </video>
    )
  }
  return (
    <a className={`${bubble} ${styles.again}`} href={address} download>
      <Icon drawing={download} size={18} />
      {t('chat.file', { name })}
    </a>
  )
}
