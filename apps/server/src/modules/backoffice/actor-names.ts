import { agentOf } from '../deeds/index.ts'
import type { BackofficeParts } from './backoffice.parts.ts'

/** How people are called who did something: staff by their names, the command line by its user. */
export async function actorNames({ staff }: BackofficeParts, done: readonly { actor: string | null }[]) {
  const names = await staff.namesOf(done.flatMap(({ actor }) => agentOf(actor) ?? []))
  return {
    nameOf: <Actor extends string | null>(actor: Actor) => names.get(agentOf(actor) ?? '') ?? actor,
    /** Null for who is none of the staff. */
    agentOf(actor: string): { _id: string; name: string } | null {
      const id = agentOf(actor)
      return id === null ? null : { _id: id, name: names.get(id) ?? '' }
    },
  }
}
