/** Markup that is safe to send: only `html` makes it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may stand in a template: texts and numbers are escaped, markup and lists of it go in as they are. */
export type Part = Html | readonly Html[] | string | number | null

/** Markup from a template; whatever is put in is escaped unless it is markup already. Null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + written(parts[index] ?? null)).join(''))
}

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('')
  return String(part).replaceAll(/[&<>"']/g, (letter) => escaped[letter] ?? '')
}
