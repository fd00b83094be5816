import sanitizeHtml from 'sanitize-html'

function isSafeAddress(address: string, kind: 'link' | 'picture'): boolean {
  // Browsers take whitespace and control characters out of an address before they look at its scheme.
  if (/[\p{Cc}\s\\]/u.test(address)) return false
  if (/^\/(?!\/)/.test(address)) return true
  return kind === 'link'
    ? /^(https?:\/\/|mailto:|tel:)/i.test(address)
    : /^(https:\/\/|data:image\/(png|jpeg|gif|webp);base64,)/i.test(address)
}

/** Drops an attribute that leads nowhere safe; the library judges by the scheme alone. */
const keepSafe =
  (name: 'href' | 'src', kind: 'link' | 'picture'): sanitizeHtml.Transformer =>
  (tagName, { [name]: address, ...others }) => ({
    tagName,
    attribs: address === undefined || !isSafeAddress(address, kind) ? others : { ...others, [name]: address },
  })

const options: sanitizeHtml.IOptions = {
  /** As the wallet draws them; others are left out but for what they hold. */
  allowedTags:
    'a b blockquote br div em h1 h2 h3 h4 hr i img li ol p span strong table tbody td th thead tr u ul'.split(' '),
  allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data'],
  allowProtocolRelative: false,
  transformTags: { a: keepSafe('href', 'link'), img: keepSafe('src', 'picture') },
  /** Left out with all that they hold. */
  nonTextTags:
    'embed iframe math noembed noframes noscript object plaintext script style svg template textarea title xmp'.split(
      ' ',
    ),
}

/**
 * Markup of the operator made safe to be written into a page, also by clients that do not make it safe themselves
 * (decisions 3.8): built anew from a list of elements and attributes, with nothing taken over as it was written.
 */
export function safeMarkup(html: string): string {
  return sanitizeHtml(html, options)
}
