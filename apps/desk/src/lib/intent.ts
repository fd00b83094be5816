import { isDefiniteNo, STAFF_REFUSALS } from '@krapao/contract'
import { CallError, newIdempotencyKey, observed, readStored, removeStored, writeStored } from '@krapao/web'
import { useRef, useState } from 'react'
import { lastEnding, readSession, watchSession } from './session.ts'

/** What somebody means to do: what he typed for it, and what of it is on its way without a definite answer. */
interface Intent {
  readonly values: Readonly<Record<string, string>>
  /** Sent, and nobody knows whether it arrived: it goes again as it was, under the same key. */
  readonly sent: { readonly key: string; readonly body: object } | null
}

const KEY = 'desk-intents'
const none: Intent = { values: {}, sent: null }

/** What was kept of one of the staff; another's is forgotten. */
function readKept(): Readonly<Record<string, Intent>> {
  try {
    const kept = JSON.parse(readStored(KEY, 'session') ?? 'null') as {
      of: string
      intents: Record<string, Intent>
    } | null
    return kept !== null && kept.of === readSession()?.agent._id ? kept.intents : {}
  } catch {
    return {}
  }
}

// The tab keeps them: after a reload the same thing goes under the same key.
const intents = observed(readKept())

function keep(next: Readonly<Record<string, Intent>>): void {
  intents.set(next)
  writeStored(KEY, JSON.stringify({ of: readSession()?.agent._id, intents: next }), 'session')
}

let owner = readSession()?.agent._id
watchSession(() => {
  const now = readSession()?.agent._id
  // Who logs out leaves nothing behind; a session that expired may come back as the same person.
  if (now === undefined && lastEnding() === null) removeStored(KEY, 'session')
  if (now === undefined || now === owner) return
  owner = now
  intents.set(readKept())
})

/** Reads what the tab keeps anew: for tests, which change it from outside. */
export function forgetIntents(): void {
  intents.set(readKept())
}

// What is being sent at this moment: two presses come before anything is drawn anew.
const underWay = new Set<string>()

/**
 * A deed that is sent once, whatever happens: one key from the first press to a definite answer, over double presses,
 * reloads and lost answers. What was typed stays until it is done.
 *
 * @param name what the intent is about, such as `lock 48160787`.
 * @param deed `mayFollow` where the same is done again and again, such as asking how something stands.
 */
export function useIntent<Answer>(
  name: string,
  {
    send,
    onDone,
    mayFollow = false,
  }: {
    send: (body: object, key: string) => Promise<Answer>
    onDone: (answer: Answer) => void
    mayFollow?: boolean
  },
) {
  // Its button stands a while longer than the deed takes: the second of two presses, which says the same, is no second deed.
  const done = useRef<string | null>(null)
  const intent = intents.use()[name] ?? none
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const changePart = (part: Partial<Intent>): void => {
    const now = intents.read()
    keep({ ...now, [name]: { ...(now[name] ?? none), ...part } })
  }
  const forget = (): void => {
    const { [name]: _gone, ...rest } = intents.read()
    keep(rest)
  }
  return {
    values: intent.values,
    error,
    isPending,
    /** Nobody knows whether it was done: nothing of it can be changed, and it can only be sent again. */
    isUnknown: intent.sent !== null && !isPending,
    change(values: Readonly<Record<string, string>>): void {
      done.current = null
      changePart({ values: { ...intent.values, ...values } })
    },
    /** Sends it, or once more what is on its way. */
    async run(body: object): Promise<void> {
      const deed = `${name} ${JSON.stringify(body)}`
      if (underWay.has(name) || done.current === deed) return
      underWay.add(name)
      const before = intents.read()[name]?.sent ?? null
      const sent = before ?? { key: newIdempotencyKey(), body }
      changePart({ sent })
      setIsPending(true)
      setError(null)
      try {
        const answer = await send(sent.body, sent.key)
        forget()
        onDone(answer)
        if (!mayFollow) done.current = deed
      } catch (caught) {
        const asked = { refusals: STAFF_REFUSALS, isFirst: before === null }
        if (caught instanceof CallError && isDefiniteNo(caught, asked)) changePart({ sent: null })
        setError(caught)
      } finally {
        underWay.delete(name)
        setIsPending(false)
      }
    },
  }
}
