import type { Clock } from '../../../platform/clock.ts'
import { gathered } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'

/** What was asked of a party about something, for who decides about it. */
interface PartyCall {
  /** The id of what it is about. */
  subject: string
  party: 'bank' | 'gift-issuer'
  call: string
}

const SHOWN_MAX = 50

/** Asks a party, and keeps what it answered and how long it took. */
export async function kept<Answer>(
  { database, clock }: { database: Sql; clock: Clock },
  { subject, party, call }: PartyCall,
  ask: () => Promise<Answer>,
  words: (answer: Answer) => string,
): Promise<Answer> {
  const at = clock.now()
  const answer = await ask()
  const tookMs = clock.now().getTime() - at.getTime()
  await keep(database, { subject, at, party, call, answer: words(answer), tookMs })
  return answer
}

const keep = gathered(async (sql, calls: readonly (PartyCall & { at: Date; answer: string; tookMs: number })[]) => {
  await sql.query(
    `insert into cashier_call (subject, at, party, call, answer, took_ms)
     select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::integer[])`,
    [
      calls.map(({ subject }) => subject),
      calls.map(({ at }) => at),
      calls.map(({ party }) => party),
      calls.map(({ call }) => call),
      calls.map(({ answer }) => answer),
      calls.map(({ tookMs }) => tookMs),
    ],
  )
  return calls.map(() => undefined)
})

/** The newest calls about something, as lines of its life. */
export async function callsAbout(sql: Sql, subject: string) {
  const rows = await sql.query<{ at: Date; party: string; call: string; answer: string; tookMs: number }>(
    `select at, party, call, answer, took_ms as "tookMs" from cashier_call where subject = $1
     order by number desc limit ${SHOWN_MAX}`,
    [subject],
  )
  return rows.toReversed().map(({ at, party, call, answer, tookMs }) => ({
    at: at.toISOString(),
    what: 'party-called',
    by: null,
    facts: { party, call, answer, tookMs },
  }))
}
