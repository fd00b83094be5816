import { agentOf } from './deeds.ts'

/** By the ids of some of the staff, how they are called: the staff's door, as it is handed down. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** How people are called who did something: staff by their names, the command line by its user. */
export async function actorNames({ namesOf }: { namesOf: NamesOf }, actors: readonly (string | null)[]) {
  const names = await namesOf([...new Set(actors.flatMap((actor) => agentOf(actor) ?? []))])
  return {
    nameOf: <Actor extends string | null>(actor: Actor) => names.get(agentOf(actor) ?? '') ?? actor,
    /** Null for who is none of the staff. */
    agentOf(actor: string | null): { _id: string; name: string } | null {
      const id = agentOf(actor)
      return id === null ? null : { _id: id, name: names.get(id) ?? '' }
    },
  }
}
