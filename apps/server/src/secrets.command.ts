import { byCommand, writeDeed } from './modules/deeds/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Command } from './platform/commands/index.ts'
import type { Database } from './platform/database/types.ts'
import type { Sealer } from './platform/sealer.ts'
import { resealAll, type SealedTexts } from './platform/reseal.ts'

/** What a module keeps sealed, in words, and by what. */
export interface SealedKind extends SealedTexts {
  what: string
  sealer: Sealer
}

/** `secrets reseal`: the step of replacing KRAPAO_SECRET after which the old one is not needed any more. */
export function secretsCommand(
  { database, clock }: { database: Database; clock: Clock },
  kinds: readonly SealedKind[],
): Command {
  return {
    name: 'secrets reseal',
    usage: '- seals by the first of KRAPAO_SECRET what older ones sealed; after that they can be dropped',
    async run(_, actor) {
      const lines: string[] = []
      // Written before it is begun: it goes on from where it was broken off, whoever gives it again.
      await writeDeed(database, { ...byCommand(actor), deed: 'secrets-resealed', at: clock.now() })
      for (const kind of kinds) lines.push(`${kind.what}: ${await resealAll(kind.sealer, kind)} sealed anew`)
      return [...lines, 'All is sealed by the secret that is in force.'].join('\n')
    },
  }
}
