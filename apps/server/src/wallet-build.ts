import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Country } from '@krapao/contract'
import type { Logger } from './platform/logger.ts'

const builtWallet = join(import.meta.dirname, '../../wallet/dist')

const places: Record<Country, string> = { TH: 'Thailand', LA: 'Laos' }

/**
 * The folder of the wallet's web app, for serving it. One that was built for another country than the operator works in
 * would turn away his members at registration: it is not served, and the log says so; the API answers all the same.
 *
 * @param given another folder than the usual one, or false for none.
 */
export async function findBuild(terms: {
  given: string | false | undefined
  operator: { settings(): Promise<{ country: Country }> }
  logger: Logger
}): Promise<string | undefined> {
  const { given = builtWallet, operator, logger } = terms
  if (given === false) return undefined
  const built = countryOf(join(given, 'build.json'))
  const { country } = await operator.settings()
  if (built === null || built === country) return given
  logger.error(
    { built, country },
    `The web app was built for ${places[built]} and the operator works in ${places[country]}: it is not served. ` +
      'Build and start with one KRAPAO_LAOS, or change the setting "country", and start again.',
  )
  return undefined
}

/** What a build says that it is for; null where there is none. */
function countryOf(file: string): Country | null {
  if (!existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { country: Country }).country
}
