import { createHash } from 'node:crypto'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openDatabaseOf } from '../../open-database.ts'
import { systemClock } from '../../platform/clock.ts'
import { migrate } from '../../platform/database/index.ts'
import { createLogger } from '../../platform/logger.ts'
import { appMigrations } from '../../schema.ts'
import { type DeskSize, fillDesk } from './desk-bench-fill.fixture.ts'

const TOKEN = 'bench-of-the-desk'.padEnd(43, '-')

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Options of whoever measures a desk: how much there is. */
export const deskSizes = {
  members: { type: 'string', default: '100000' },
  movements: { type: 'string', default: '10000000' },
  waiting: { type: 'string', default: '10000' },
  deeds: { type: 'string', default: '1000000' },
} as const

export function readDeskSize(values: Record<keyof typeof deskSizes, string>): DeskSize {
  const { members, movements, waiting, deeds } = values
  return { members: Number(members), movements: Number(movements), waiting: Number(waiting), deeds: Number(deeds) }
}

/** The server within this process on the PostgreSQL of DATABASE_URL, filled, with one of the staff who may read all of it. */
export async function openBenchedDesk(size: DeskSize) {
  const config = readConfig({
    ...process.env,
    ...{ KRAPAO_DEMO: '1', KRAPAO_SANDBOX: '1', KRAPAO_LIMIT_FACTOR: '1000000', KRAPAO_SECRET: 'ab'.repeat(32) },
  })
  const logger = createLogger({ level: 'error', destination: process.stderr })
  const database = await openDatabaseOf(config, { clock: systemClock, logger })
  await migrate(database, appMigrations)
  const tuning = { webFolder: false, deskFolder: false } as const
  const app = await createApp({ config, clock: systemClock, logger, database, tuning })
  const tookS = await fillDesk(config.databaseUrl ?? '', size, say)
  say(tookS === 0 ? 'It was filled before.' : `Filled in ${tookS.toFixed(0)} s.`)
  await database.query(
    `insert into support_agent (id, username, name, password_hash, totp_key, totp_made_at, created_at, roles)
     values ('bench', 'bench', 'Bench', 'x', 'x', now(), now(), '{OWNER,PAYMENTS,RISK,SUPPORT,AUDITOR}') on conflict do nothing`,
  )
  await database.query(
    `insert into support_agent_session (token_hash, agent_id, created_at, last_seen_at, expires_at, address, second_factor_at)
     values ($1, 'bench', now(), now(), now() + interval '12 hours', '127.0.0.1', now())
     on conflict (token_hash) do update set last_seen_at = now(), expires_at = excluded.expires_at`,
    [createHash('sha256').update(TOKEN).digest('hex')],
  )
  return {
    app,
    database,
    /** Asks the desk through HTTP within this process. */
    async get<Answer>(path: string): Promise<Answer> {
      const response = await app.deskHttp?.inject({
        method: 'GET',
        url: path,
        headers: { authorization: `Bearer ${TOKEN}` },
      })
      if (response?.statusCode !== 200)
        throw new Error(`${path} was answered with ${response?.statusCode} ${response?.body}`)
      return response.json<Answer>()
    },
    async close(): Promise<void> {
      await app.close()
      await database.close()
    },
  }
}

/** What so great a share of sorted measurements stays below. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
