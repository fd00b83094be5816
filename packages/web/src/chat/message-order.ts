/** What a room's messages are put in order by: the server numbers them from 1 up, without holes. */
export interface Numbered {
  readonly seq: number
}

/** The number of the newest of messages in their order; 0 for none. */
export function newestSeq(messages: readonly Numbered[]): number {
  return messages.at(-1)?.seq ?? 0
}

/** Adds messages to those that are here: each once, in the order of the server; what comes again replaces what was here. */
export function withMessages<Message extends Numbered>(
  stored: readonly Message[],
  incoming: readonly Message[],
): readonly Message[] {
  if (incoming.length === 0) return stored
  const bySeq = new Map(stored.map((message) => [message.seq, message]))
  for (const message of incoming) bySeq.set(message.seq, message)
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq)
}
