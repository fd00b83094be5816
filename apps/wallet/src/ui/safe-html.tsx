import type { ReactNode } from 'react'
import { createElement } from 'react'
import { joined } from './joined.ts'
import { safeAddress } from './safe-address.ts'

/**
 * Draws the operator's HTML as React's own elements: what is not on the list below never reaches the page, whatever the
 * markup says. Nothing is ever written as HTML, so a strict content security policy and Trusted Types hold.
 */

/** Elements that are drawn, and as what. Others are left out but for what they hold. */
const drawnAs: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'strong',
  blockquote: 'blockquote',
  br: 'br',
  div: 'div',
  em: 'em',
  // A page has its own title; the operator's begin below it.
  h1: 'h3',
  h2: 'h3',
  h3: 'h3',
  h4: 'h4',
  hr: 'hr',
  i: 'em',
  img: 'img',
  li: 'li',
  ol: 'ol',
  p: 'p',
  span: 'span',
  strong: 'strong',
  table: 'table',
  tbody: 'tbody',
  td: 'td',
  th: 'th',
  thead: 'thead',
  tr: 'tr',
  u: 'u',
  ul: 'ul',
}

/** Elements that are left out with all that they hold. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'noscript',
  'svg',
  'math',
  'title',
])

const empty = new Set(['br', 'hr', 'img'])

type HtmlPolicy = { createHTML: (html: string) => string }
type PolicyMaker = { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy }

let policy: HtmlPolicy | undefined

/** A document made by the parser is inert: nothing in it runs or is fetched. Trusted Types want that said by a policy. */
export function parseMarkup(html: string): Document {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker }
  policy ??= trustedTypes?.createPolicy('krapao-html', { createHTML: (text) => text })
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}

function attributesOf(element: Element): Record<string, string> {
  if (element.localName === 'a') {
    const href = safeAddress(element.getAttribute('href'), ['http:', 'https:', 'mailto:', 'tel:'])
    return href === undefined ? {} : { href, target: '_blank', rel: 'noopener noreferrer' }
  }
  if (element.localName === 'img') {
    const src = safeAddress(element.getAttribute('src'), ['http:', 'https:', 'data:'])
    return { alt: element.getAttribute('alt') ?? '', loading: 'lazy', ...(src === undefined ? {} : { src }) }
  }
  return {}
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return joined(node.textContent ?? '')
  if (!(node instanceof Element) || dropped.has(node.localName)) return null
  const name = Object.hasOwn(drawnAs, node.localName) ? drawnAs[node.localName] : undefined
  const children = [...node.childNodes].map(draw)
  const attributes = attributesOf(node)
  // A link that leads nowhere safe is text.
  if (name === undefined || (name === 'a' && attributes['href'] === undefined)) return children
  return createElement(name, { key, ...attributes }, ...(empty.has(name) ? [] : children))
}

/** HTML of the operator, made safe. */
export function SafeHtml({ html }: { html: string }): ReactNode {
  return <>{[...parseMarkup(html).body.childNodes].map(draw)}</>
}
