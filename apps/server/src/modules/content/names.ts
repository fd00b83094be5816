import { agentOf } from '../deeds/index.ts'
import type { ContentParts } from './content.parts.ts'

/** Those of the staff among these actors, by what they are written down as. */
export async function actorNames(
  { namesOf }: Pick<ContentParts, 'namesOf'>,
  actors: readonly string[],
): Promise<ReadonlyMap<string, { _id: string; name: string }>> {
  const ids = [...new Set(actors)].flatMap((actor) => agentOf(actor) ?? [])
  const called = ids.length === 0 ? new Map<string, string>() : await namesOf(ids)
  return new Map(ids.map((_id) => [`agent:${_id}`, { _id, name: called.get(_id) ?? '' }]))
}
