/** Elements that the operator's texts may have, as the wallet draws them; others are left out but for what they hold. */
const ALLOWED = new Set(
  `a b blockquote br div em h1 h2 h3 h4 hr i img li ol p span strong table tbody td th thead tr u ul`.split(' '),
)
const EMPTY = new Set(['br', 'hr', 'img'])
/** Left out with all that they hold. */
const DROPPED = new Set(
  'embed iframe math noembed noframes noscript object plaintext script style svg template textarea title xmp'.split(
    ' ',
  ),
)
/** The attributes that are kept, and what their addresses may be. */
const KEPT: Readonly<Record<string, readonly (readonly [name: string, value: 'text' | 'link' | 'picture'])[]>> = {
  a: [['href', 'link']],
  img: [
    ['src', 'picture'],
    ['alt', 'text'],
  ],
}

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function decoded(text: string): string {
  return text.replace(ENTITY, (entity, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
  })
}

/** Text between elements: entities stay what they are, everything else that could begin markup does not. */
function safeText(text: string): string {
  let safe = ''
  let end = 0
  for (const entity of text.matchAll(ENTITY)) {
    safe += `${escaped(text.slice(end, entity.index)).replaceAll('&quot;', '"')}${entity[0]}`
    end = entity.index + entity[0].length
  }
  return safe + escaped(text.slice(end)).replaceAll('&quot;', '"')
}

function isSafeAddress(address: string, kind: 'link' | 'picture'): boolean {
  // Browsers take whitespace and control characters out of an address before they look at its scheme.
  if (/[\p{Cc}\s\\]/u.test(address)) return false
  if (/^\/(?!\/)/.test(address)) return true
  return kind === 'link'
    ? /^(https?:\/\/|mailto:|tel:)/i.test(address)
    : /^(https:\/\/|data:image\/(png|jpeg|gif|webp);base64,)/i.test(address)
}

function safeAttributes(tag: string, written: string): string {
  const kept = KEPT[tag]
  if (kept === undefined) return ''
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, decoded(double ?? single ?? bare ?? ''))
  }
  return kept
    .flatMap(([name, kind]) => {
      const value = found.get(name)
      if (value === undefined || (kind !== 'text' && !isSafeAddress(value, kind))) return []
      return [` ${name}="${escaped(value)}"`]
    })
    .join('')
}

/**
 * Markup of the operator made safe to be written into a page, also by clients that do not make it safe themselves
 * (decisions 3.8): built anew from a list of elements and attributes, with nothing taken over as it was written.
 */
export function safeMarkup(html: string): string {
  let safe = ''
  let skipping: string | null = null
  const open: string[] = []
  for (const [token, slash, written = '', attributes = ''] of html.matchAll(TOKEN)) {
    const tag = written.toLowerCase()
    const isEnd = slash === '/'
    if (skipping !== null) {
      if (isEnd && tag === skipping) skipping = null
    } else if (tag === '') {
      if (!/^<[!?]/.test(token)) safe += safeText(token)
    } else if (!isEnd && DROPPED.has(tag)) skipping = tag
    else if (!ALLOWED.has(tag)) continue
    else if (!isEnd) {
      safe += `<${tag}${safeAttributes(tag, attributes)}>`
      if (!EMPTY.has(tag)) open.push(tag)
    } else if (open.includes(tag)) {
      for (let last = open.pop(); last !== undefined; last = last === tag ? undefined : open.pop()) safe += `</${last}>`
    }
  }
  return (
    safe +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  )
}
