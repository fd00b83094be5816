import { Icon, phoneAddress, webAddress } from '@krapao/web'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { phone } from '../../ui/drawings-first.tsx'
import { outside } from './chat-drawings.tsx'
import type { MessageButton } from './chat.types.ts'
import styles from './message-buttons.module.css'

/** What a press on a button that answers does. */
export type OnAnswer = (button: MessageButton) => void

/** The buttons of a message: of type web, call, postback, or any other (CHT-021 to CHT-024). */
export function MessageButtons({
  buttons,
  shape,
  onAnswer,
}: {
  buttons: readonly MessageButton[]
  /** A list below a text or a picture, or a row of chips. */
  shape: 'list' | 'chips'
  onAnswer: OnAnswer
}): ReactNode {
  if (buttons.length === 0) return null
  return (
    <ul className={shape === 'list' ? styles.list : styles.chips}>
      {buttons.map((button, index) => (
        <li key={index}>
          <OneButton button={button} onAnswer={onAnswer} />
        </li>
      ))}
    </ul>
  )
}

function OneButton({ button, onAnswer }: { button: MessageButton; onAnswer: OnAnswer }): ReactNode {
  const { t } = useTexts()
  const { type, title, payload } = button
  const web = type === 'web' ? webAddress(payload) : undefined
  if (web !== undefined) {
    return (
      <a href={web} target="_blank" rel="noopener noreferrer">
        <Icon drawing={outside} />
        {title}
        <span className="vh"> {t('aria.newTab')}</span>
      </a>
    )
  }
  const call = type === 'call' ? phoneAddress(payload) : undefined
  if (call !== undefined) {
    const number = payload.replace(/^tel:/i, '').trim()
    return (
      <a href={call}>
        <Icon drawing={phone} />
        {title.trim() === '' ? t('chat.call', { phone: number }) : title}
        {title.trim() === '' || title.includes(number) ? null : <span className="vh"> {number}</span>}
      </a>
    )
  }
  // A link that leads nowhere safe is no button.
  if (type === 'web' || type === 'call') return <span>{title}</span>
  return (
    <button type="button" onClick={() => onAnswer(button)}>
      {title}
    </button>
  )
}
