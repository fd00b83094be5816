// In place of the line to the server (lib/socket.ts): what is typed at the desk is the only news.

const listeners = new Set<() => void>()

export function subscribeWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function followChat(): () => void {
  return () => undefined
}

/** Has everything that is shown asked again. */
export function tellNews(): void {
  for (const listener of listeners) listener()
}
