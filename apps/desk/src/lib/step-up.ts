import { observed } from '@krapao/web'
import { readSession, watchSession } from './session.ts'

interface Question {
  readonly answer: Promise<boolean>
  /** True: a code was taken, and what waits goes on. */
  readonly settle: (isFresh: boolean) => void
}

/** What the desk asks for a code for; null: nothing. */
const asked = observed<Question | null>(null)

/** The question, drawn anew when it comes and goes. */
export const useStepUpQuestion = asked.use

/** Asks who works here for a code: once for all that waits for it. False when he gives none, or has left. */
export function askStepUp(): Promise<boolean> {
  const open = asked.read()
  if (open !== null) return open.answer
  const token = readSession()?.token
  let settle: (isFresh: boolean) => void = () => undefined
  const answer = new Promise<boolean>((done) => {
    const unwatch = watchSession(() => {
      if (readSession()?.token !== token) settle(false)
    })
    settle = (isFresh) => {
      unwatch()
      asked.set(null)
      done(isFresh)
    }
  })
  asked.set({ answer, settle })
  return answer
}
