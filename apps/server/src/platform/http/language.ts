import type { Language } from './route.ts'

const known: readonly Language[] = ['th', 'lo', 'en']

/** The best known language of an `accept-language` header; Thai when it names none. */
export function chooseLanguage(header: string | undefined): Language {
  let best: { language: Language; weight: number } | undefined
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = known.find((name) => range === name || range.startsWith(`${name}-`))
    if (language === undefined) continue
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (weight > 0 && (best === undefined || weight > best.weight)) best = { language, weight }
  }
  return best?.language ?? 'th'
}
