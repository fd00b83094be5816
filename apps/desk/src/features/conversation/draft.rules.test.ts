import { describe, expect, it } from 'vitest'
import { readTexts, showLanguage } from '../../lib/texts/texts.ts'
import type { Draft, DraftButton } from './draft.rules.ts'
import { afterSending, draftProblem, messageOf, newButton, newCard, newDraft } from './draft.rules.ts'

Object.assign(globalThis, { document: { documentElement: {} } })
showLanguage('en')
const { t } = readTexts()

const button = (part: Partial<DraftButton>): DraftButton => ({ ...newButton(), title: 'Go', ...part })
const withButtons = (...buttons: DraftButton[]): Draft => ({
  ...newDraft(),
  kind: 'buttons',
  buttons: { title: 'Choose', buttons },
})

describe('a draft', () => {
  it.each([
    [button({}), null],
    [button({ title: ' ' }), 'Enter the title of button 1'],
    [button({ type: 'web', payload: 'https://a.b' }), null],
    [button({ type: 'web', payload: 'javascript:alert(1)' }), 'The link of button 1 must begin with https://'],
    [button({ type: 'call', payload: '02 123 4567' }), null],
    [button({ type: 'call', payload: 'call me' }), 'Check the phone number of button 1'],
    [button({ type: 'postback', payload: 'YES' }), null],
    [button({ type: 'postback', payload: ' ' }), 'Enter what button 1 sends back'],
  ])('of buttons is looked through before it is sent: %j', (given, problem) => {
    expect(draftProblem(withButtons(given), t)).toBe(problem)
  })

  it('of cards waits for their pictures, and names the card that is wrong', () => {
    const card = { ...newCard(), title: 'Bonus' }
    const problem = (...cards: Draft['cards']): string | null =>
      draftProblem({ ...newDraft(), kind: 'generic', cards }, t)
    expect(problem(card)).toBeNull()
    expect(problem(card, newCard())).toBe('Enter the title of card 2')
    expect(problem({ ...card, picture: { previewUrl: 'blob:x', filePath: '', share: 0.5 } })).toBe(
      'Wait for the picture of card 1',
    )
    expect(problem({ ...card, buttons: [button({ title: '' })] })).toBe('Card 1: Enter the title of button 1')
  })

  it('becomes the message that the server takes', () => {
    expect(messageOf({ ...newDraft(), text: ' hello ' })).toEqual({
      message_type: 'text',
      payload: { message: 'hello' },
    })
    expect(messageOf(withButtons(button({}), button({ type: 'call', payload: ' 021234567 ' })))).toEqual({
      message_type: 'buttons',
      payload: {
        title: 'Choose',
        buttons: [
          { title: 'Go', type: 'text', payload: 'Go' },
          { title: 'Go', type: 'call', payload: '021234567' },
        ],
      },
    })
  })

  it('keeps the other kinds when one is sent', () => {
    const sent = afterSending({ ...withButtons(button({})), text: 'to be sent later' })
    expect(sent).toMatchObject({ kind: 'text', text: 'to be sent later', buttons: { title: '' } })
  })
})
