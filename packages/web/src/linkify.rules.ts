/** A part of a text: words as they are, or words that lead somewhere. */
export interface TextPart {
  readonly text: string
  /** An address of http, https or mailto, and of nothing else. */
  readonly href?: string
}

/**
 * What looks like an address of the web or of mail. Only letters of ASCII count: Thai and Lao put no space between an
 * address and the word after it. The lengths are bounded, so that no text takes long to look through.
 */
const candidates =
  /(?:https?:\/\/|www\.)[!-~]+|[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/gi

/** Marks that end a sentence rather than an address; a closing bracket only when the address opened none. */
function trimmed(found: string): string {
  let end = found.length
  for (;;) {
    const last = found[end - 1] ?? ''
    const isLoneBracket = (last === ')' && !found.slice(0, end).includes('(')) || last === ']' || last === '}'
    if (!/[.,;:!?'"*_~<>]/.test(last) && !isLoneBracket) return found.slice(0, end)
    end -= 1
  }
}

function addressOf(text: string): string | undefined {
  const isWeb = /^(?:https?:\/\/|www\.)/i.test(text)
  const written = !isWeb ? `mailto:${text}` : /^www\./i.test(text) ? `https://${text}` : text
  if (!URL.canParse(written)) return undefined
  const { protocol, href, hostname, username } = new URL(written)
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return undefined
  // An address with a name before its host pretends to be that name.
  if (protocol !== 'mailto:' && (username !== '' || !/[^.]/.test(hostname))) return undefined
  return href
}

/** Cuts a text into words and links (CHT-013, CHT-014). The parts together are the text, whatever it holds. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let place = 0
  for (const { 0: found, index } of text.matchAll(candidates)) {
    // `<` and quotes belong to no address that anybody means.
    const shown = trimmed(/^[^<>"`\\]*/.exec(found)?.[0] ?? '')
    const href = shown === '' ? undefined : addressOf(shown)
    if (href === undefined) continue
    if (index > place) parts.push({ text: text.slice(place, index) })
    parts.push({ text: shown, href })
    place = index + shown.length
  }
  if (place < text.length) parts.push({ text: text.slice(place) })
  return parts
}

/** Where a button of type web leads: http, https or mailto; undefined for anything else (CHT-021). */
export function webAddress(payload: string): string | undefined {
  const written = payload.trim()
  if (!/^(?:https?:\/\/|mailto:)/i.test(written) || !URL.canParse(written)) return undefined
  const { protocol, href } = new URL(written)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
}

/** The link that a button of type call opens; undefined when its payload is no phone number (CHT-022). */
export function phoneAddress(payload: string): string | undefined {
  const number = payload.replace(/^tel:/i, '').replaceAll(/[\s().-]/g, '')
  return /^\+?[0-9*#]{2,20}$/.test(number) ? `tel:${number}` : undefined
}
