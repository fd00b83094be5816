import { CallError } from '@krapao/web'

/** The fields that a refusal of the server names as wrong. */
export function refusedFields(error: unknown): readonly string[] {
  const fields = error instanceof CallError ? error.details['fields'] : undefined
  return Array.isArray(fields) ? fields.map(String) : []
}
