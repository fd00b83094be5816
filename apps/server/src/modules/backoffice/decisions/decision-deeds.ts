import { refuse } from '../../../platform/errors.ts'
import { actorNames, deedsPage, shownFacts } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

const DEEDS_SHOWN_MAX = 100
export const CLAIMED = 'decision-claimed'
export const RELEASED = 'decision-released'

export async function deedsOn(parts: BackofficeParts, subjects: readonly string[]) {
  const pages = await Promise.all(
    subjects.map((subject) => deedsPage(parts.database, { subject, offset: 0, limit: DEEDS_SHOWN_MAX })),
  )
  const rows = pages.flatMap((page) => page.rows.toReversed())
  const { nameOf } = await actorNames(
    parts.staff,
    rows.map(({ actor }) => actor),
  )
  return rows.map(({ at, deed, actor, after, reason }) => ({
    at: at.toISOString(),
    what: deed,
    by: nameOf(actor),
    facts: { ...shownFacts(after), ...(reason === null ? {} : { note: reason }) },
  }))
}

/** Deeds that decided something, the last one last. */
async function endsOn(parts: BackofficeParts, subjects: readonly string[]) {
  return (await deedsOn(parts, subjects)).filter(({ what }) => what !== CLAIMED && what !== RELEASED)
}

/** Refuses with by whom it was decided, and what. */
export async function refuseMoved(
  parts: BackofficeParts,
  subjects: readonly string[],
  known: { by?: string; what?: string } = {},
): Promise<never> {
  const last = known.by === undefined ? (await endsOn(parts, subjects)).at(-1) : undefined
  const by = known.by ?? last?.by ?? null
  const what = last?.what ?? known.what ?? null
  refuse('MOVED_ON', { details: { by, what, at: last?.at ?? parts.clock.now().toISOString() } })
}
