import type { Call } from '@krapao/contract'
import * as v from 'valibot'

/** Throws when an answer is not what the contract promises, or says more than it: a defect of the handler. */
export function checkAnswer(call: Call, answer: unknown): void {
  const result = v.safeParse(call.answer, answer)
  if (!result.success) {
    const issues = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
    throw new Error(`the answer of ${call.name} is not as promised: ${issues.join('; ')}`)
  }
  const told = JSON.stringify(answer).length
  const promised = JSON.stringify(result.output).length
  if (told !== promised) throw new Error(`the answer of ${call.name} tells more than was promised`)
}
