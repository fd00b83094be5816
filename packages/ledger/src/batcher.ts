/** How concurrent submissions share commits. Every field has a working default in `createLedger`. */
export interface BatchTerms {
  /** The most submissions in one commit. */
  batchMax: number
  /** How long the first of a batch waits for others, in milliseconds; 0: for those that come in the same turn. */
  waitMs: number
  /** The most batches under way at the same time. */
  flights: number
}

export interface Batcher<Item, Answer> {
  /** Adds an item to the next batch; its promise follows its own answer. Rejects when closed. */
  add(item: Item): Promise<Answer>
  /** Sends what waits, waits for what is under way, and takes no more. */
  close(): Promise<void>
}

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/** Runs `work` after a wait, or at the end of this turn when there is none: the shortest timer takes a millisecond. */
function plan(waitMs: number, work: () => void): () => void {
  if (waitMs > 0) {
    const timer = setTimeout(work, waitMs)
    return () => clearTimeout(timer)
  }
  const immediate = setImmediate(work)
  return () => clearImmediate(immediate)
}

/**
 * Gathers items into batches. `send` answers one result per item, in order; when it rejects, every item of that batch
 * is rejected with the same error.
 */
export function createBatcher<Item, Answer>(
  terms: BatchTerms,
  send: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Batcher<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let underWay = 0
  /** Takes back the departure that is planned, if one is. */
  let cancel: (() => void) | null = null
  let waitedEnough = false
  let closed = false
  let whenIdle: (() => void)[] = []

  async function fly(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item))
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} items`)
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay -= 1
    // Those that came during the flight have waited for it: they leave at once.
    waitedEnough = waiting.length > 0
    depart()
  }

  function depart(): void {
    while (
      waiting.length > 0 &&
      underWay < terms.flights &&
      (closed || waitedEnough || waiting.length >= terms.batchMax)
    ) {
      underWay += 1
      void fly(waiting.splice(0, terms.batchMax))
    }
    if (waiting.length === 0) {
      waitedEnough = false
      cancel?.()
      cancel = null
      if (underWay === 0) for (const tell of whenIdle.splice(0)) tell()
    } else if (!waitedEnough && cancel === null) {
      cancel = plan(terms.waitMs, () => {
        cancel = null
        waitedEnough = true
        depart()
      })
    }
  }

  return {
    add(item) {
      if (closed) return Promise.reject(new Error('the ledger is closed'))
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        depart()
      })
    },
    close() {
      closed = true
      return new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve]
        depart()
      })
    },
  }
}
