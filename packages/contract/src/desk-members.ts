import * as v from 'valibot'
import { agentCall } from './call.ts'
import { deskAgent, facts, memberParams, reason } from './desk-shapes.ts'
import {
  BONUS_ENDERS,
  FACTOR_REMOVERS,
  MEMBER_LOCKERS,
  MEMBER_READERS,
  MEMBER_UNLOCKERS,
  NOTE_WRITERS,
  PAYOUT_REMEMBERERS,
  REVEALERS,
} from './roles.ts'
import { amount, done, filledText, id, netDays, oneOf, optionalText, sentAmount, text, time } from './shapes.ts'

/** What staff find and read of members. Phones show their last four digits. */

/** What a bank calls a payout, in letters that are seen. */
export const PAYOUT_REFERENCE = /^[\x21-\x7e]{1,64}$/

/** By what a search found a member. */
const DESK_SEARCH_REASONS = ['memberNo', 'phone', 'account', 'receipt', 'id', 'reference', 'name'] as const

/** Shorter words find too many, and longer ones nothing. */
export const DESK_SEARCH_MIN = 3
/** What is searched for, of words as they are copied from a chat: what can be seen of them. */
export const searchWords = (typed: string): string => typed.replaceAll(/\p{Cf}/gu, '').trim()
const DESK_SEARCH_MAX = 100

const deskFound = /* @__PURE__ */ v.object({
  memberId: id,
  memberNo: v.string(),
  name: v.string(),
  phone: v.string(),
  why: v.picklist(DESK_SEARCH_REASONS),
})

export const deskSearch = agentCall('deskSearch', 'GET /api/desk/search', {
  roles: MEMBER_READERS,
  summary:
    'Members by number, phone, bank account, receipt number, an id of ours, a reference of a bank, or a part of a name; 20 at most',
  query: v.object({
    q: v.pipe(
      text(DESK_SEARCH_MAX),
      v.trim(),
      v.check((typed) => [...searchWords(typed)].length >= DESK_SEARCH_MIN),
    ),
  }),
  answer: v.object({ rows: v.array(deskFound) }),
})

/** The longest note about a member. */
export const NOTE_MAX = 2000

/** How long what was revealed may stay in sight. */
export const REVEAL_MS = 5 * 60_000
export const REVEAL_FIELDS = ['phone', 'account'] as const
export type RevealField = (typeof REVEAL_FIELDS)[number]

/** Rows of a page of a member's timeline, and what it can be narrowed by. */
export const TIMELINE_PAGE_SIZE = 50
export const TIMELINE_KINDS = [
  'deposit',
  'withdraw',
  'transfer',
  'bonus',
  'adjustment',
  'login',
  'change',
  'deed',
  'chat',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

const because = /* @__PURE__ */ v.object({ reason })

export const deskMember = agentCall('deskMember', 'GET /api/desk/members/:memberId', {
  roles: MEMBER_READERS,
  summary: 'One member: his money, what he may do and why not, and who he is, with four digits of phone and account',
  params: memberParams,
  answer: v.object({
    asOf: time,
    /** When this copy of the database was last put back; null: it never was, and has forgotten nothing. */
    restoredAt: v.nullable(time),
    member: v.object({
      memberId: id,
      memberNo: v.string(),
      name: v.string(),
      phone: v.string(),
      state: v.picklist(['active', 'inactive']),
      registeredAt: time,
      account: v.nullable(
        v.object({ bankCode: v.string(), name: v.string(), number: v.string(), isProven: v.boolean() }),
      ),
    }),
    money: v.object({
      wallet: amount,
      held: v.pipe(amount, v.description('Held for withdrawals that are not paid yet')),
      arriving: v.pipe(amount, v.description('On its way between wallet and games')),
      /** Refunds and invites that he has not yet put into his wallet. */
      waiting: v.object({ refund: amount, invite: amount }),
      games: v.array(
        v.object({
          code: v.string(),
          name: v.string(),
          amount,
          readAt: v.nullable(time),
          stale: v.pipe(v.boolean(), v.description('Not read for ten minutes, while there is or may be money')),
          missing: v.pipe(v.boolean(), v.description('Its provider knows no such name: it can be made anew')),
        }),
      ),
    }),
    /** What he brought, took and won, as his history has it. */
    net: v.array(v.object({ days: netDays, deposits: amount, withdrawals: amount, net: amount, results: amount })),
    bonus: v.nullable(
      v.object({
        bonusId: v.string(),
        name: v.object({ th: v.string(), lo: v.string(), en: v.string() }),
        state: v.picklist(['armed', 'granted', 'ending']),
        since: time,
        granted: v.nullable(amount),
        /** Where he stands with it, from where on it is won, and below what it is lost. */
        current: v.nullable(amount),
        target: v.nullable(amount),
        lostBelow: v.nullable(amount),
        missing: v.pipe(v.nullable(amount), v.description('What he lacks to win it')),
      }),
    ),
    /** What is refused to him now, and why: both are keys of words. */
    standing: v.array(v.object({ what: v.string(), why: v.string() })),
    limits: v.array(facts),
    exclusion: v.nullable(facts),
    sessions: v.array(
      v.object({ sessionId: id, createdAt: time, lastUsedAt: time, expiresAt: time, device: v.nullable(v.string()) }),
    ),
    /** By what he shows that it is he, and when all of it is removed, where that was asked for. */
    factors: v.object({
      passkeys: v.number(),
      hasApp: v.boolean(),
      codesLeft: v.number(),
      removedAt: v.nullable(time),
    }),
    flags: v.array(v.object({ flagId: v.string(), kind: v.string(), raisedAt: time, facts })),
    notes: v.array(v.object({ noteId: id, at: time, by: v.string(), agent: v.nullable(deskAgent), text: v.string() })),
    decisions: v.array(v.object({ kind: v.string(), id: v.string(), amount: v.nullable(amount), since: time })),
  }),
  codes: ['NO_DATA'],
})

export const deskTimeline = agentCall('deskTimeline', 'GET /api/desk/members/:memberId/timeline', {
  roles: MEMBER_READERS,
  summary:
    'All that happened with a member, the newest first, of one kind where it is named; `after` goes on behind a row',
  params: memberParams,
  query: v.object({ kind: v.optional(oneOf(TIMELINE_KINDS)), after: optionalText(120) }),
  answer: v.object({
    rows: v.array(
      v.object({
        /** Its own name in the list: the same row never comes twice. */
        key: v.string(),
        at: time,
        kind: v.picklist(TIMELINE_KINDS),
        what: v.pipe(v.string(), v.description('A kind of movement, a deed, a field that changed')),
        status: v.nullable(v.picklist(['SUCCESS', 'FAILED', 'IN_PROGRESS'])),
        amount: v.nullable(amount),
        from: v.nullable(v.string()),
        to: v.nullable(v.string()),
        receiptNumber: v.nullable(v.string()),
        by: v.pipe(v.nullable(v.string()), v.description('Who did it, where it was not the member')),
        facts,
      }),
    ),
    next: v.nullable(v.string()),
  }),
  codes: ['NO_DATA'],
})

/** What staff do about a member, with why. */
const deed = { idempotent: true, params: memberParams, body: because, answer: done } as const

export const deskLockMember = agentCall('deskLockMember', 'POST /api/desk/members/:memberId/lock', {
  roles: MEMBER_LOCKERS,
  ...deed,
  summary: 'Ends all sessions of a member and lets him in no more; payouts that were not sent wait for a person',
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskUnlockMember = agentCall('deskUnlockMember', 'POST /api/desk/members/:memberId/unlock', {
  roles: MEMBER_UNLOCKERS,
  ...deed,
  summary: 'Lets a member in again; what waits goes on waiting',
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskEndSessions = agentCall('deskEndSessions', 'POST /api/desk/members/:memberId/end-sessions', {
  roles: MEMBER_LOCKERS,
  ...deed,
  summary: 'Ends all sessions of a member, who may log in again',
  codes: ['NO_DATA'],
})

export const deskRemoveFactors = agentCall('deskRemoveFactors', 'POST /api/desk/members/:memberId/remove-factors', {
  roles: FACTOR_REMOVERS,
  fresh: 'money',
  ...deed,
  summary:
    'Has all that a member shows beside his password removed after three days; he is told at once and may stop it',
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskKeepFactors = agentCall('deskKeepFactors', 'POST /api/desk/members/:memberId/keep-factors', {
  roles: MEMBER_LOCKERS,
  ...deed,
  summary: 'Keeps what a member shows beside his password, whose removal was asked for',
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskAddNote = agentCall('deskAddNote', 'POST /api/desk/members/:memberId/notes', {
  roles: NOTE_WRITERS,
  idempotent: true,
  summary: 'Writes a note about a member, which nobody changes and he never sees',
  params: memberParams,
  body: v.object({ text: filledText(NOTE_MAX) }),
  answer: done,
  codes: ['NO_DATA'],
})

export const deskReveal = agentCall('deskReveal', 'POST /api/desk/members/:memberId/reveal', {
  roles: REVEALERS,
  summary: 'Shows a whole phone or account number for five minutes; that it was asked for is a deed',
  params: memberParams,
  body: v.object({ field: oneOf(REVEAL_FIELDS), ...because.entries }),
  answer: v.object({ value: v.string(), until: time }),
  codes: ['NO_DATA'],
})

export const deskReadGame = agentCall('deskReadGame', 'POST /api/desk/members/:memberId/read-game', {
  roles: MEMBER_LOCKERS,
  idempotent: true,
  summary: "Asks a game's provider once more what a member has there; once in ten seconds",
  params: memberParams,
  body: v.object({ code: filledText(32) }),
  answer: v.object({ code: v.string(), amount, readAt: v.nullable(time), stale: v.boolean() }),
  codes: ['NO_DATA', 'REQUEST_LIMIT'],
})

export const deskRenewGame = agentCall('deskRenewGame', 'POST /api/desk/members/:memberId/renew-game', {
  roles: MEMBER_LOCKERS,
  idempotent: true,
  summary: 'Makes a game account anew whose provider knows no such name; MOVED_ON where it does, or says nothing',
  params: memberParams,
  body: v.object({ code: filledText(32) }),
  answer: done,
  codes: ['NO_DATA', 'MOVED_ON', 'SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL', 'REQUEST_IN_PROGRESS'],
})

export const deskRememberPayout = agentCall('deskRememberPayout', 'POST /api/desk/members/:memberId/remember-payout', {
  roles: PAYOUT_REMEMBERERS,
  fresh: 'money',
  idempotent: true,
  summary:
    'After a restore: writes a payout that the bank lists as the withdrawal that it was; MOVED_ON says by `details.what` what the bank, asked first, says instead',
  params: memberParams,
  body: v.object({
    reference: v.pipe(v.string(), v.trim(), v.regex(PAYOUT_REFERENCE)),
    amount: v.pipe(sentAmount(), v.minValue(0.01)),
    kip: v.pipe(
      v.nullish(v.pipe(sentAmount(), v.minValue(0.01))),
      v.description('What was paid out, where it was kip'),
    ),
  }),
  answer: done,
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskEndBonus = agentCall('deskEndBonus', 'POST /api/desk/members/:memberId/end-bonus', {
  roles: BONUS_ENDERS,
  fresh: 'money',
  ...deed,
  summary: 'Ends the bonus that a member holds, as its rules say; one that is not granted yet is given back',
  codes: ['NO_DATA', 'MOVED_ON'],
})

export type DeskMember = v.InferOutput<typeof deskMember.answer>
export type DeskTimelineRow = v.InferOutput<typeof deskTimeline.answer>['rows'][number]
