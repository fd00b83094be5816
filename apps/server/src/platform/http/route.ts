import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, BodyOf, Call, Code, ParamsOf, QueryOf, Role, UploadTerms } from '@krapao/contract'
import type { ShownProof } from '../login/proofs.ts'
import type { OperationKey } from './operation-key.ts'
import type { Upload } from './upload.ts'

/** The three languages of the product. */
export type Language = 'th' | 'lo' | 'en'

/** Who is calling, once the token was found good. */
export interface Identity {
  memberId: string
  sessionId: string
  username: string
  /** When a second factor was given in this session last. */
  factorAt: Date | null
  /** When the session began, of a device that had not logged in before; else null. */
  newDeviceAt: Date | null
}

/** What `authenticate` finds out about a token. INACTIVE_USER is answered with 403, everything else with 401. */
type Authentication = { ok: true; member: Identity } | { ok: false; code: Code }

/** The door to the module that knows tokens. */
export type Authenticate = (token: string) => Promise<Authentication>

/** One of the support's staff, once his token was found good. */
export interface AgentIdentity {
  agentId: string
  sessionId: string
  username: string
  name: string
  /** What he may do, as of this call. */
  roles: readonly Role[]
  /** Until when the second factor counts that he gave in this session. */
  freshUntil: Date
  /** From where this call came: the part of the address that limits count by. */
  address: string
}

export type AgentAuthentication = { ok: true; agent: Omit<AgentIdentity, 'address'> } | { ok: false; code: Code }

/** The door to the module that knows the tokens of staff, which are no member's. Pages ask again and again: that is no deed. */
export type AuthenticateAgent = (token: string, asked?: { isDeed: boolean }) => Promise<AgentAuthentication>

/** The member as the type of a handler sees it: always there on member calls, perhaps on those guests may make too. */
type MemberOf<C extends Call> = C['caller'] extends 'member'
  ? Identity
  : C['caller'] extends 'member-or-guest'
    ? Identity | undefined
    : undefined

/** The same for one of the staff. */
type AgentOf<C extends Call> = C['caller'] extends 'agent' ? AgentIdentity : undefined

/** One call on its way through a handler, its parts already of the shapes of the contract. */
export interface Context<C extends Call> {
  call: C
  params: ParamsOf<C>
  query: QueryOf<C>
  /** Of the contract's shape; a value that breaks a rule stays as it was sent until `rules()` refuses it. */
  body: BodyOf<C>
  /**
   * The file of an upload. Without one `rules()` refuses, so that a handler with `rulesLate` may touch it only after it
   * called them.
   */
  upload: C['upload'] extends UploadTerms ? Upload : undefined
  member: MemberOf<C>
  agent: AgentOf<C>
  /** From `accept-language`; Thai when it names none of the three. */
  language: Language
  /** Of the client, behind the proxies that are trusted by setting. */
  address: string
  headers: IncomingHttpHeaders
  /** The proof of work that was sent with the call, if any. */
  proof: ShownProof
  /** Gives the browser a cookie with the answer. */
  setCookie(cookie: string): void
  requestId: string
  /** The same for each retry of an idempotent call (rulings 5.3); a new one for every other call. */
  operationId: string
  /** The `idempotency-key` of calls that take one, in lower case; undefined when none was sent. */
  key: string | undefined
  /** The row of that key, for the ledger to write with what an idempotent call moves. */
  operationKey: OperationKey
  /**
   * Throws the 422 of the schema's rules. The pipeline calls it before the handler, except on routes with `rulesLate`,
   * whose handlers call it where the order of checks wants it (rulings 5.1): after the 404s.
   */
  rules(): void
  /** The bytes of the body as they came, for calls of machines, whose signatures cover them. */
  rawBody?: Buffer
}

export type Handler<C extends Call> = (context: Context<C>) => Promise<AnswerOf<C>>

/** At most `max` calls in `windowS` seconds; KRAPAO_LIMIT_FACTOR multiplies `max`. */
export interface Limit {
  max: number
  windowS: number
}

/** How much people without an account may do, who can be anybody any number of times. Calls of one `name` share it. */
export interface GuestLimit {
  name: string
  /** By the guest's id, and by address. */
  each: Limit
  perAddress: Limit
  /** By all guests together; the operator may change it. */
  ofAll: { windowS: number; max(): Promise<number> }
  /** What they may have kept for them, in kilobytes: each call is one, and as many more as its body has. */
  kilobytes?: { each: Limit; perAddress: Limit; ofAll: { windowS: number; max(): Promise<number> } }
}

/**
 * How much comes in without ado from one address, and from the network around it. What is more brings a proof of work
 * each time: neighbours of a crowd, or of somebody who means harm, are not shut out with it.
 */
export interface UnprovenLimit {
  perAddress: Limit
  perNetwork: Limit
}

export interface RouteTerms {
  /** For calls of machines: throws unless the bytes are signed as they should be. Runs before the shape is looked at. */
  verify?: (sent: { headers: IncomingHttpHeaders; rawBody: Buffer }) => void | Promise<void>
  /** The handler calls `context.rules()` itself. */
  rulesLate?: boolean
  /** The handler takes the key of the call itself, with what it submits first: `context.operationKey`. */
  takesKey?: boolean
  /** Limits of this call, besides those that all calls share; `perMember` holds for each of the staff on his calls. */
  limit?: { perAddress?: Limit; perMember?: Limit; guests?: GuestLimit; unproven?: UnprovenLimit }
  /** Of uploads: throws for those whose form need not be read at all. */
  mayUpload?: (sender: { isGuest: boolean }) => Promise<void>
  /** It changes nothing whatever its method: a page that is shown afterwards need not be newer for it. */
  onlyReads?: boolean
  /** Answers carry an ETag and may be kept if they are asked about again; everything else is `no-store`. */
  cache?: 'etag'
}

/** A call of the contract bound to the code that answers it. */
export interface Route extends RouteTerms {
  call: Call
  handler: (context: Context<Call>) => Promise<unknown>
}

/** Binds a call of the contract to its handler. This is how modules declare what they answer. */
export function route<C extends Call>(call: C, handler: Handler<C>, terms: RouteTerms = {}): Route {
  // The pipeline hands a handler only contexts made from the same call's schemas, which the common type cannot say.
  return { ...terms, call, handler: handler as unknown as Route['handler'] }
}

/** What a call answers that tells only that it is done: once `work` is over, whatever that comes to. */
export async function done(work: Promise<unknown>): Promise<{ code: 'OK' }> {
  await work
  return { code: 'OK' }
}
