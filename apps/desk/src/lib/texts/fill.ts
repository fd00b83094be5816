import type { Language } from '@krapao/web'

export type Values = Readonly<Record<string, string | number>>

/** Puts the values into a text: `{n}`, or `{n, plural, one {# day} other {# days}}` as the wallet's texts have it. */
export function fill(text: string, values: Values, language: Language): string {
  return text.replaceAll(/\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g, (whole, name: string, cases?: string) => {
    const value = String(values[name] ?? whole)
    if (cases === undefined) return value
    const kind = new Intl.PluralRules(language).select(Number(value.replaceAll(',', '')))
    const words = new Map([...cases.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, of, said = '']) => [of, said]))
    return (words.get(kind) ?? words.get('other') ?? '').replaceAll('#', value)
  })
}
