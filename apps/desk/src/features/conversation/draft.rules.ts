import type { ButtonType, ComposedMessage } from '@krapao/contract'
import { chatTextProblem, isBlank, isButtonAddress, isButtonNumber } from '@krapao/contract'
import type { Texts } from '../../lib/texts/texts.ts'

/** What staff are writing; each kind keeps what was typed while another is looked at. */
export const draftKinds = ['text', 'media', 'buttons', 'quick_replies', 'generic'] as const
type DraftKind = (typeof draftKinds)[number]

export interface DraftButton {
  readonly id: number
  readonly title: string
  readonly type: ButtonType
  readonly payload: string
}

export interface DraftPicture {
  /** What is shown here, of the file that was chosen. */
  readonly previewUrl: string
  /** What the upload was answered with; empty while it is on its way. */
  readonly filePath: string
  readonly share: number
}

export interface DraftCard {
  readonly id: number
  readonly title: string
  readonly subtitle: string
  readonly picture: DraftPicture | null
  readonly buttons: readonly DraftButton[]
}

export interface DraftFile {
  readonly id: number
  readonly file: File
  readonly previewUrl: string
}

export interface Draft {
  readonly kind: DraftKind
  readonly text: string
  readonly files: readonly DraftFile[]
  readonly buttons: { readonly title: string; readonly buttons: readonly DraftButton[] }
  readonly quick_replies: { readonly title: string; readonly buttons: readonly DraftButton[] }
  readonly cards: readonly DraftCard[]
}

let lastId = 0
/** An id within a draft. */
export function nextId(): number {
  lastId += 1
  return lastId
}

/** A button with nothing in it yet. */
export const newButton = (): DraftButton => ({ id: nextId(), title: '', type: 'text', payload: '' })
/** A card with nothing in it yet. */
export const newCard = (): DraftCard => ({ id: nextId(), title: '', subtitle: '', picture: null, buttons: [] })

/** A draft with nothing in it yet. */
export function newDraft(): Draft {
  return {
    kind: 'text',
    text: '',
    files: [],
    buttons: { title: '', buttons: [newButton()] },
    quick_replies: { title: '', buttons: [newButton(), newButton()] },
    cards: [newCard()],
  }
}

/** A draft after its kind was sent: the other kinds stay. */
export function afterSending(draft: Draft): Draft {
  const fresh = newDraft()
  if (draft.kind === 'media') return { ...draft, files: [] }
  if (draft.kind === 'generic') return { ...draft, kind: 'text', cards: fresh.cards }
  if (draft.kind === 'text') return { ...draft, text: '' }
  return { ...draft, kind: 'text', [draft.kind]: fresh[draft.kind] }
}

function buttonOf({ title, type, payload }: DraftButton): { title: string; type: ButtonType; payload: string } {
  // A button that sends its own title needs nothing else; the customer's app reads a payload all the same.
  return { title: title.trim(), type, payload: type === 'text' ? title.trim() : payload.trim() }
}

/** The message that a draft makes, as far as it is filled in; null for files, which are uploaded first. */
export function messageOf(draft: Draft): ComposedMessage | null {
  switch (draft.kind) {
    case 'text':
      return { message_type: 'text', payload: { message: draft.text.trim() } }
    case 'media':
      return null
    case 'buttons':
    case 'quick_replies': {
      const { title, buttons } = draft[draft.kind]
      return { message_type: draft.kind, payload: { title: title.trim(), buttons: buttons.map(buttonOf) } }
    }
    case 'generic':
      return {
        message_type: 'generic',
        payloads: draft.cards.map(({ title, subtitle, picture, buttons }) => ({
          title: title.trim(),
          subtitle: subtitle.trim(),
          image_url: picture?.filePath ?? null,
          buttons: buttons.map(buttonOf),
        })),
      }
  }
}

function buttonProblem(button: DraftButton, index: number, t: Texts['t']): string | null {
  const n = index + 1
  const payload = button.payload.trim()
  if (isBlank(button.title)) return t('compose.fix.title', { n })
  if (button.type === 'web' && !isButtonAddress(payload)) return t('compose.fix.web', { n })
  if (button.type === 'call' && !isButtonNumber(payload)) return t('compose.fix.call', { n })
  return button.type === 'postback' && payload === '' ? t('compose.fix.postback', { n }) : null
}

function buttonsProblem(buttons: readonly DraftButton[], t: Texts['t']): string | null {
  for (const [index, button] of buttons.entries()) {
    const problem = buttonProblem(button, index, t)
    if (problem !== null) return problem
  }
  return null
}

function cardProblem(card: DraftCard, index: number, t: Texts['t']): string | null {
  const n = index + 1
  if (isBlank(card.title)) return t('compose.fix.cardTitle', { n })
  if (card.picture !== null && card.picture.filePath === '') return t('compose.fix.cardUpload', { n })
  const problem = buttonsProblem(card.buttons, t)
  return problem === null ? null : t('compose.fix.inCard', { card: n, problem })
}

/** What is to be put right before a draft can be sent, in words; null when nothing is. */
export function draftProblem(draft: Draft, t: Texts['t']): string | null {
  switch (draft.kind) {
    case 'text':
      return chatTextProblem(draft.text) === null ? null : ''
    case 'media':
      return draft.files.length === 0 ? t('compose.fix.file') : null
    case 'buttons':
    case 'quick_replies': {
      const { title, buttons } = draft[draft.kind]
      return isBlank(title) ? t('compose.fix.words') : buttonsProblem(buttons, t)
    }
    case 'generic':
      for (const [index, card] of draft.cards.entries()) {
        const problem = cardProblem(card, index, t)
        if (problem !== null) return problem
      }
      return null
  }
}
