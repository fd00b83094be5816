import { SettingError } from '../setting-error.ts'

/** Reads KRAPAO_GAME_KEYS. Throws a SettingError that does not repeat the value: it is secret. */
export function readGameKeys(given: string | null): ReadonlyMap<string, string> {
  if (given === null) return new Map()
  try {
    const keys = Object.entries(JSON.parse(given) as Record<string, unknown>)
    const isKey = ([code, key]: [string, unknown]) =>
      /^[A-Z0-9]{1,20}$/.test(code) && typeof key === 'string' && key !== ''
    if (keys.length > 0 && keys.every(isKey)) return new Map(keys as [string, string][])
  } catch {
    // No JSON: told below.
  }
  throw new SettingError('KRAPAO_GAME_KEYS must be JSON such as {"CODE": "key"}, by the codes of games, in capitals.')
}
