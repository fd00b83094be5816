// `npm run bench statement`: pages of the history of a member with a million movements, asked through HTTP by one caller
// in turns, so that other work on the machine disturbs all of them alike. What counts is the ratio within a round.
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { startServer } from './api-server.ts'
import { databaseAddress } from './bench-database.ts'
import { drive, each, type Figure, median, ratios, say, spread } from './figures.ts'
import { openConnection } from './http-client.ts'

const { values } = parseArgs({
  options: {
    movements: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
  },
  allowPositionals: true,
})
const movements = Number(values.movements)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const PAGE_SIZE = 10
const RATIO_AT_MOST = 1.5

const address = databaseAddress('statement')

/** Of five movements two are deposits, two transfers and one a withdrawal; a minute lies between two of them. */
const common = `select lpad(n::text, 26, '0') as id, (select id from member limit 1) as member_id, n as movement_number,
    100 + n % 10000 as amount_minor, now() - ($1::int - n) * interval '1 minute' as at
  from generate_series(1, $1::int) as n`
const fills = [
  `insert into movement_counter (member_id, last, by_kind)
     select id, $1::int, jsonb_build_object('deposit', $1::int * 2 / 5, 'transfer', $1::int * 2 / 5, 'withdraw', $1::int / 5)
     from member limit 1`,
  `insert into deposit (id, member_id, movement_number, kind, house_account, amount_minor, paid_minor, paid_currency,
       sending_bank, trans_ref, occurred_at, created_at)
     select id, member_id, movement_number, 'qr', 'house/bank:KBANK', amount_minor, amount_minor, 'BAHT', '004', id, at, at
     from (${common}) as made where movement_number % 5 in (0, 2)`,
  `insert into game_transfer (id, member_id, movement_number, operation_id, from_code, to_code, amount_minor, status,
       created_at, updated_at)
     select id, member_id, movement_number, id, 'WALLET', 'PG', amount_minor, 'SUCCESS', at, at
     from (${common}) as made where movement_number % 5 in (1, 3)`,
  `insert into withdrawal (id, member_id, movement_number, amount_minor, state, day, bank_code, account_no, account_name,
       payout_currency, payout_minor, house_account, created_at)
     select id, member_id, movement_number, amount_minor, 'paid', at::date::text, 'SCB', '1', 'A', 'BAHT', amount_minor,
       'house/bank:KBANK', at
     from (${common}) as made where movement_number % 5 = 4`,
]

const began = performance.now()
const server = await startServer(address, ['--members', '1'])
const pool = new Pool({ connectionString: address, max: 1 })
for (const fill of fills) await pool.query(fill, [movements])
await pool.query('vacuum analyze')
await pool.end()
say(`${movements} movements of one member, filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)

const connection = await openConnection(server.url)
const headers = `authorization: Bearer ${server.tokens[0] ?? ''}\r\nx-client: wallet-user\r\naccept-language: th\r\n`

/** Asks for a page and proves that it is the page that was asked for. */
async function ask(body: object, rowsWanted = PAGE_SIZE): Promise<void> {
  const request = { method: 'POST', path: '/api/statement', headers, body: JSON.stringify(body) } as const
  const answer = await connection.send(request)
  const rows = answer.status === 200 ? (JSON.parse(answer.body) as { statements: unknown[] }).statements.length : 0
  if (rows !== rowsWanted) throw new Error(`${request.body} was answered with ${answer.status} ${answer.body}`)
}

const lastPage = Math.ceil(movements / PAGE_SIZE)
const aWeekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString()
const pages: [string, () => Promise<void>][] = [
  ['page 1', () => ask({ page: 1, limit: PAGE_SIZE })],
  ['page 1,000', () => ask({ page: 1_000, limit: PAGE_SIZE })],
  ['the last page', () => ask({ page: lastPage, limit: PAGE_SIZE })],
  ['seven days, page 1', () => ask({ page: 1, limit: PAGE_SIZE, from: aWeekAgo })],
  ['deposits, page 1', () => ask({ page: 1, limit: PAGE_SIZE, kinds: ['deposit'] })],
]
const figures = new Map<string, Figure[]>(pages.map(([name]) => [name, []]))
// The first round is for the plans and caches of the server and of the database.
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, act] of pages) {
    const figure = await drive(1, round === 0 ? 0.5 : seconds, act)
    if (round > 0) figures.get(name)?.push(figure)
  }
}

const first = figures.get('page 1') ?? []
for (const [name, list] of figures) {
  const [p50, p99] = [spread(each(list, 'p50Ms'), 2), spread(each(list, 'p99Ms'), 2)]
  const ratio = spread(ratios(list, first, 'p50Ms'), 2)
  say(`${name.padEnd(20)} p50 ${p50} ms  p99 ${p99} ms  ${ratio} × page 1`)
}
const ratio = median(ratios(figures.get('page 1,000') ?? [], first, 'p50Ms'))
say(
  `page 1,000 takes ${ratio.toFixed(2)} × page 1; at most ${RATIO_AT_MOST}: ${ratio <= RATIO_AT_MOST ? 'met' : 'missed'}`,
)
process.exitCode = ratio <= RATIO_AT_MOST ? 0 : 1
connection.close()
await server.stop()
