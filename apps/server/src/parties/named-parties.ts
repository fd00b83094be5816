import { SettingError } from '../setting-error.ts'

/** The parties that KRAPAO_PARTIES names, each as it stands there, and which of them does what. */
export interface NamedParties {
  named: ReadonlyMap<string, { family: string }>
  payouts: readonly string[]
  slips: readonly string[]
  /** Who sends codes, the first of them first. */
  sms: readonly string[]
}

/** Parties that have settings of their own. */
const OWN_SETTINGS = ['bank', 'sms', 'gift']

const PARTY_NAME = /^[a-z][a-z0-9-]{0,15}$/

/**
 * Reads what KRAPAO_PARTIES, KRAPAO_PAYOUTS, KRAPAO_SLIPS and KRAPAO_SMS say. What a family wants to know of its party is read by the
 * family. Throws a SettingError that repeats no value: they are secret.
 */
export function readNamedParties(given: {
  parties: string | null
  payouts: readonly string[] | null
  slips: readonly string[] | null
  sms: readonly string[] | null
}): NamedParties {
  const named = new Map(Object.entries(readObject(given.parties ?? '{}')))
  for (const [name, row] of named) {
    if (PARTY_NAME.test(name) && !OWN_SETTINGS.includes(name) && isParty(row)) continue
    throw new SettingError(
      'KRAPAO_PARTIES must be JSON such as {"name": {"family": "scb", ...}}, names of small letters and none of them bank, sms or gift.',
    )
  }
  const parties = named as ReadonlyMap<string, { family: string }>
  const known = (setting: string, name: string, own = 'bank'): string => {
    if (name === own || parties.has(name)) return name
    throw new SettingError(`${setting} names ${name}, which KRAPAO_PARTIES does not.`)
  }
  return {
    named: parties,
    payouts: (given.payouts ?? ['bank']).map((name) => known('KRAPAO_PAYOUTS', name)),
    slips: (given.slips ?? ['bank']).map((name) => known('KRAPAO_SLIPS', name)),
    sms: (given.sms ?? ['sms']).map((name) => known('KRAPAO_SMS', name, 'sms')),
  }
}

/** Where a party is reached, if its terms say so as all families do. */
export function addressOf(party: object): string | null {
  return 'url' in party && typeof party.url === 'string' && URL.canParse(party.url) ? party.url : null
}

function isParty(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'family' in row && typeof row.family === 'string'
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // No JSON: told below.
  }
  throw new SettingError('KRAPAO_PARTIES must be a JSON object.')
}
