import * as v from 'valibot'
import type { BodyOf, Call, ParamsOf, QueryOf } from './call.ts'
import { type Code, isCode, statusOf } from './codes.ts'

/** What a request is refused with before its handler has its say. `fields` are dotted paths such as `message.payload`. */
interface RequestRefusal {
  code: Code
  status: number
  details: { fields: string[] }
}

/**
 * A request read by the call's schemas. `shape` (400) means that it cannot be understood; otherwise the parts are of
 * the call's types, and `rules` says what is out of range: 422, or the status of the code that the schema names.
 */
export type RequestReading<C extends Call> =
  | { ok: false; shape: RequestRefusal }
  | { ok: true; params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C>; rules: RequestRefusal | null }

/** Reads the parts of a request by the schemas of its call. An absent body is an empty one; unknown keys are dropped. */
export function readRequest<C extends Call>(
  call: C,
  sent: { params?: unknown; query?: unknown; body?: unknown },
): RequestReading<C> {
  const params = readPart(call.params, sent.params)
  const query = readPart(call.query, sent.query)
  const body = readPart(call.body, sent.body)
  const issues = [...params.issues, ...query.issues, ...body.issues]
  const shapeIssues = issues.filter((issue) => issue.kind === 'schema')
  if (shapeIssues.length > 0) {
    return { ok: false, shape: { code: call.shapeCode, status: 400, details: { fields: fieldsOf(shapeIssues) } } }
  }
  return {
    ok: true,
    // The schemas found no wrong type, which is what these types say.
    params: params.output as ParamsOf<C>,
    query: query.output as QueryOf<C>,
    body: body.output as BodyOf<C>,
    rules: refusalOf(call, issues),
  }
}

type Issue = v.BaseIssue<unknown>

/** More fields than any body has. */
const FIELDS_MAX = 30

function readPart(schema: v.GenericSchema | undefined, value: unknown): { output: unknown; issues: readonly Issue[] } {
  if (schema === undefined) return { output: undefined, issues: [] }
  // A list would pass for an object whose keys are all optional.
  const { output, issues } = v.safeParse(schema, value === undefined ? {} : Array.isArray(value) ? null : value)
  return { output, issues: issues ?? [] }
}

/** The refusal of the first broken rule, with every field that breaks one of the same code. */
function refusalOf(call: Call, issues: readonly Issue[]): RequestRefusal | null {
  const [first] = issues
  if (first === undefined) return null
  const named = isCode(first.message)
  const code = isCode(first.message) ? first.message : call.shapeCode
  const alike = issues.filter((issue) => (isCode(issue.message) ? issue.message : call.shapeCode) === code)
  return { code, status: named ? statusOf(code) : 422, details: { fields: fieldsOf(alike) } }
}

/** The first fields that are wrong: a long list of wrong items is not told back whole. */
function fieldsOf(issues: readonly Issue[]): string[] {
  return [...new Set(issues.map((issue) => v.getDotPath(issue)).filter((path) => path !== null))].slice(0, FIELDS_MAX)
}
