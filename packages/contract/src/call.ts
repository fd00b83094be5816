import type * as v from 'valibot'
import type { Code } from './codes.ts'
import type { Roles } from './roles.ts'

type Schema = v.GenericSchema
type ObjectSchema = v.GenericSchema<unknown, Record<string, unknown>>

/**
 * Who may make a call: anybody, a member with a bearer token, a member or a guest with a guest id, one of the support's
 * staff with a token of his own kind, or a signed machine.
 */
export type Caller = 'anybody' | 'member' | 'member-or-guest' | 'agent' | 'machine'

/** What an upload may be. Larger files are refused with FILE_TOO_LARGE (413). */
export interface UploadTerms {
  readonly maxBytes: number
  /** Media types, told by the bytes and never by what the sender says. */
  readonly types: readonly string[]
  /** The code (422) of an upload without a file, and that (415) of a file that is none of the types. */
  readonly noFileCode: Code
  readonly wrongTypeCode: Code
}

/**
 * One HTTP call of the contract. Server routes, the client and OpenAPI are all made from it.
 * A schema's own type errors are shape errors (400); what its `check`s refuse is a broken rule (422), rulings 5.2.
 */
export interface Call {
  /** Unique, camel case: names the operation in OpenAPI, limits and logs. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` parameters; an optional last one ends in `?`. */
  readonly path: `/${string}`
  readonly caller: Caller
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  /** A multipart upload in field `file`, in place of a JSON body. */
  readonly upload?: UploadTerms
  readonly answer: Schema
  /** The media type of the answer where it is no JSON. */
  readonly answerType?: string
  /** Takes forms of a machine, whose bytes are all that is looked at. */
  readonly takesForms?: boolean
  /** The codes it can refuse with, besides those that every call has. */
  readonly codes: readonly Code[]
  /** The code of a shape error: INVALID_USER_INFO on registration, NO_DATA elsewhere. */
  readonly shapeCode: Code
  /** Moves money or grants something: takes `idempotency-key` (rulings 5.3). */
  readonly idempotent: boolean
  /** Takes `idempotency-key` as well, but keeps for good, by itself, what was made under it. */
  readonly keyed?: boolean
  /** An open page makes it by itself: no deed of who sits before it, or who has left. */
  readonly unattended?: boolean
  /** Of calls of the staff: who of them may make it. All others are refused with FORBIDDEN (403). */
  readonly roles?: Roles
  /** Of calls of the staff: what it is about that asks for a second factor of the last ten minutes, else STEP_UP (403). */
  readonly fresh?: 'money' | 'settings' | 'staff' | 'export'
}

type Terms = Omit<Call, 'codes' | 'shapeCode' | 'idempotent'> &
  Partial<Pick<Call, 'codes' | 'shapeCode' | 'idempotent'>>

/** Makes a call with the usual terms filled in: no codes of its own, NO_DATA for shapes, not idempotent. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const Given extends Terms>(
  given: Given,
): Given & Pick<Call, 'codes' | 'shapeCode' | 'idempotent'> {
  return { codes: [], shapeCode: 'NO_DATA', idempotent: false, ...given }
}

type Given = Omit<Terms, 'name' | 'method' | 'path' | 'caller' | 'roles'>
type GivenToStaff = Given & { readonly roles: Roles }

/** A call of which all is said: what `memberCall` and its like make of their three arguments. */
type Placed<Who extends Caller, Name extends string, Place extends string, Rest> = {
  name: Name
  method: Place extends `${infer Method extends Call['method']} ${string}` ? Method : never
  path: Place extends `${string} ${infer Path extends `/${string}`}` ? Path : never
  caller: Who
} & Rest &
  Pick<Call, 'codes' | 'shapeCode' | 'idempotent'>

type Place = `${Call['method']} /${string}`

/* @__NO_SIDE_EFFECTS__ */
function placed<Who extends Caller, Name extends string, At extends Place, Rest extends Given>(
  caller: Who,
  name: Name,
  place: At,
  rest: Rest,
): Placed<Who, Name, At, Rest> {
  const [method, path] = place.split(' ')
  // What the place is made of is read from its type, which TypeScript cannot follow through `split`.
  return defineCall({ name, method, path, caller, ...rest } as Terms) as unknown as Placed<Who, Name, At, Rest>
}

/** A call that anybody may make: `openCall('login', 'POST /api/login', {summary, body, answer, codes})`. */
/* @__NO_SIDE_EFFECTS__ */
export function openCall<Name extends string, At extends Place, const Rest extends Given>(
  name: Name,
  place: At,
  rest: Rest,
) {
  return placed('anybody', name, place, rest)
}

/** A call of members alone. */
/* @__NO_SIDE_EFFECTS__ */
export function memberCall<Name extends string, At extends Place, const Rest extends Given>(
  name: Name,
  place: At,
  rest: Rest,
) {
  return placed('member', name, place, rest)
}

/** A call of members and of guests, who are known by an id. */
/* @__NO_SIDE_EFFECTS__ */
export function chatCall<Name extends string, At extends Place, const Rest extends Given>(
  name: Name,
  place: At,
  rest: Rest,
) {
  return placed('member-or-guest', name, place, rest)
}

/** A call of the operator's staff, with the roles of those who may make it. */
/* @__NO_SIDE_EFFECTS__ */
export function agentCall<Name extends string, At extends Place, const Rest extends GivenToStaff>(
  name: Name,
  place: At,
  rest: Rest,
) {
  return placed('agent', name, place, rest)
}

export type ParamsOf<C extends Call> = C['params'] extends Schema ? v.InferOutput<C['params']> : Record<never, never>
export type QueryOf<C extends Call> = C['query'] extends Schema ? v.InferOutput<C['query']> : Record<never, never>
export type BodyOf<C extends Call> = C['body'] extends Schema ? v.InferOutput<C['body']> : undefined
/** A body as a client writes it: what has a default may be left out. */
export type SentBodyOf<C extends Call> = C['body'] extends Schema ? v.InferInput<C['body']> : undefined
export type AnswerOf<C extends Call> = v.InferOutput<C['answer']>
