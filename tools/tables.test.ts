import { describe, expect, it } from 'vitest'
import { findTableProblems, tableOwners, tableProblems } from './tables.ts'

const created = {
  file: 'apps/server/src/modules/games/games.migrations.ts',
  text: "name: '2026-11-21-50-games', sql: `\n-- create table words_only (id text)\ncreate table game_leg (id text references member (id));\n`",
}
const members = {
  file: 'apps/server/src/modules/members/members.migrations.ts',
  text: "name: '2026-11-21-30-members', sql: `create table member (id text); create trigger x after insert on member ...`",
}
const ledger = { file: 'packages/ledger/src/migrations/one.sql', text: 'CREATE TABLE ledger_news (id bigint);' }
const sources = [created, members, ledger]
const server = 'apps/server/src/'

describe('the rule of tables', () => {
  it('knows a table as its own who creates it, and lets a foreign key name any', () => {
    expect(tableProblems(sources)).toEqual([])
    expect(Object.fromEntries(tableOwners(sources))).toEqual({
      game_leg: 'games',
      member: 'members',
      ledger_news: 'ledger',
    })
  })

  it.each([
    [
      'modules/cashier/a.store.ts',
      'await sql.query(`select id from member where id = $1`)',
      'member',
      'members',
      'cashier',
    ],
    ['modules/cashier/a.store.ts', '`select from only game_leg`', 'game_leg', 'games', 'cashier'],
    ['modules/members/a.store.ts', "'update game_leg set state = 1'", 'game_leg', 'games', 'members'],
    ['modules/games/a.store.ts', '`select from game_leg leg, member m`', 'member', 'members', 'games'],
    ['modules/games/a.store.ts', '`from x left join member as m on m.id = x.id`', 'member', 'members', 'games'],
    ['modules/games/legs.ts', "rows: [{ table: 'member', id, version, update }]", 'member', 'members', 'games'],
    [
      'modules/games/a.migrations.ts',
      "name: '2027-01-01-new', sql: `create trigger t on member`",
      'member',
      'members',
      'games',
    ],
    ['gauges.ts', '`union all select from ledger_news`', 'ledger_news', 'ledger', 'app'],
    ['platform/jobs.ts', '`delete from member`', 'member', 'members', 'platform'],
  ])('finds in %s: %s', (file, line, table, owner, asked) => {
    const found = { file: `${server}${file}`, text: `// First line.\n${line}\n` }
    expect(tableProblems([...sources, found])).toEqual([
      `${server}${file}:2: ${table} is a table of ${owner}: ${asked} asks by its door`,
    ])
  })

  it.each([
    ['modules/games/a.ts', '// what comes from member and goes into member'],
    ['modules/games/a.ts', '/** Reads from member. */'],
    ['modules/games/a.ts', "import type { Standing } from '../members/index.ts'"],
    [
      'modules/games/a.store.ts',
      '`select from ${membersJoined.members} as member join game_leg on member.id = member_id`',
    ],
    ['modules/games/a.migrations.ts', "name: '2027-01-01-new', sql: `drop trigger t on member;`"],
    ['modules/rewards/b.migrations.ts', "name: '2026-11-21-71-refunds', sql: `create trigger t on member`"],
  ])('leaves alone in %s: %s', (file, line) => {
    expect(tableProblems([...sources, { file: `${server}${file}`, text: line }])).toEqual([])
  })

  it('holds in this checkout, and docs/house.md says whose each table is', () => {
    const { problems, tables } = findTableProblems()
    expect(problems).toEqual([])
    expect(tables).toBeGreaterThan(70)
  })
})
