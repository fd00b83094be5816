const PAUSE_MS = 20

/**
 * Asks until the answer is true, for what other processes do in their own time. In the end it throws with `what`: that
 * ends what hangs, and judges nothing.
 */
export async function until(what: string, ask: () => Promise<boolean>, withinMs = 280_000): Promise<void> {
  const giveUpAtMs = performance.now() + withinMs
  for (;;) {
    if (await ask()) return
    if (performance.now() > giveUpAtMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}
