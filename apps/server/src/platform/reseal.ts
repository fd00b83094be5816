import type { Sealer } from './sealer.ts'

/** Where sealed texts stand, each under an id. */
export interface SealedTexts {
  /** The next ones after this id, in order of their ids. */
  after(id: string, limit: number): Promise<{ id: string; sealed: string }[]>
  /** Writes one in the place of what was read, unless that was changed meanwhile. */
  write(id: string, from: string, to: string): Promise<void>
}

const AT_ONCE = 500

/** Seals by the key of now whatever an older one sealed. Throws at one that no key opens. @returns how many there were. */
export async function resealAll(sealer: Sealer, texts: SealedTexts): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const rows = await texts.after(after, AT_ONCE)
    for (const { id, sealed } of rows) {
      const fresh = sealer.reseal(sealed)
      if (fresh === null) continue
      await texts.write(id, sealed, fresh)
      count += 1
    }
    const last = rows.at(-1)
    if (last === undefined) return count
    after = last.id
  }
}
