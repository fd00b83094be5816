/** A compiled message: plain text, or parts of text, values and plurals as `compileMessage` of Lingui leaves them. */
export type Message = string | readonly MessagePart[]
type MessagePart = string | readonly [name: string] | readonly [name: string, kind: 'plural', cases: PluralCases]
type PluralCases = Readonly<Record<string, Message>>

export type Values = Readonly<Record<string, string | number>>

/**
 * Puts the values into a message. Numbers are written as they are: what needs grouping is formatted before.
 * The rules of plurals are the browser's own, which it has for Lao too.
 */
export function formatMessage(message: Message, values: Values, language: string, count?: number): string {
  if (typeof message === 'string') return message
  let text = ''
  for (const part of message) {
    if (typeof part === 'string') {
      text += part === '#' && count !== undefined ? count : part
      continue
    }
    const [name, , cases] = part
    if (cases === undefined) text += values[name] ?? ''
    else {
      const number = Number(values[name])
      const chosen = cases[String(number)] ?? cases[new Intl.PluralRules(language).select(number)] ?? cases['other']
      text += formatMessage(chosen ?? '', values, language, number)
    }
  }
  return text
}
