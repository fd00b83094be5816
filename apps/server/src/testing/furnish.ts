import type { Country } from '@krapao/contract'
import { type Furnishings, readDemo, writeFurnishing } from '../furnish/furnish.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/types.ts'

/** Furnishes the demo operator as far as these modules have parts of it. */
export async function furnishDemo({
  database,
  clock,
  modules,
  country = 'TH',
}: {
  database: Pick<Database, 'transaction'>
  clock: Clock
  modules: readonly { furnishings: Furnishings; forget?(): void }[]
  country?: Country
}): Promise<void> {
  const furnishings: Furnishings = Object.assign({}, ...modules.map((module) => module.furnishings))
  const files = (await readDemo(country)) as Record<string, unknown>[]
  const documents = files.map((file) =>
    Object.fromEntries(Object.entries(file).filter(([name]) => Object.hasOwn(furnishings, name))),
  )
  const terms = { now: clock.now(), who: 'system', alone: true }
  await database.transaction((tx) => writeFurnishing(tx, furnishings, documents, terms))
  for (const module of modules) module.forget?.()
}
