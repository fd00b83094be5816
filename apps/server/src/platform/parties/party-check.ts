import type { PartyReply } from '../party-call.ts'

/**
 * What a question that moves nothing says of a party's settings. `right`: it is there and lets us in. `refused`: it does
 * not let us in. `unfit`: it does, and has not what the settings name. `unclear`: it answered something else. `unreached`:
 * no answer.
 */
export type PartyCheck =
  | { kind: 'right'; told: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unfit'; why: string }
  | { kind: 'unclear'; why: string }
  | { kind: 'unreached'; why: string }

/**
 * Judges the answer to such a question: `tell` says in words what it told, null where it is not as documented, or judges
 * by itself.
 */
export function checkOf(
  reply: PartyReply,
  tell: (body: unknown, status: number) => string | PartyCheck | null,
): PartyCheck {
  if (reply.status === null) return { kind: 'unreached', why: reply.why }
  if (reply.status === 401 || reply.status === 403) return { kind: 'refused', why: `answered ${reply.status}` }
  const told = tell(reply.body, reply.status)
  if (told === null) return { kind: 'unclear', why: `answered ${reply.status}` }
  return typeof told === 'string' ? { kind: 'right', told } : told
}
