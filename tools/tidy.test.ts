import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { problemsOfFile, tidyProblems } from './tidy.ts'

// Put together here, so that the rules do not find them in this very file.
const unfinished = `// ${'TO'}${'DO'}: later`
const skipped = `it.${'skip'}('later', () => {})`
const singledOut = `describe.${'only'}('this', () => {})`
const conditional = `describe.${'skip'}If(isSlow)('this', () => {})`
const sleeping = `await page.${'waitFor'}Timeout(500)`

describe('the house rules', () => {
  it.each([
    ['apps/server/src/modules/games/late.ts', 'const now = Date.now()', 'the time comes from the clock port'],
    ['apps/server/src/app.ts', 'const now = new Date()', 'the time comes from the clock port'],
    ['apps/sandbox/src/bank/bank.ts', 'const now = Date.now()', 'the time comes from clock.ts'],
    ['apps/server/src/platform/logger.ts', "process.env['KRAPAO_LOG']", 'only config.ts reads the environment'],
    ['apps/sandbox/src/app.ts', 'const { PORT } = process.env', 'only config.ts reads the environment'],
    [
      'apps/server/src/modules/cashier/by-hand/adjust.ts',
      "  await tx.query('select from member')",
      'a statement stands in a store (*.store.ts)',
    ],
    [
      'apps/server/src/gauges.ts',
      '  const [row] = await sql.query<Row>(',
      'a statement stands in a store (*.store.ts)',
    ],
    ['packages/money/src/index.test.ts', skipped, 'a test that is skipped, singled out or sleeps proves nothing'],
    ['e2e/wallet/journey.spec.ts', singledOut, 'a test that is skipped, singled out or sleeps proves nothing'],
    ['e2e/wallet/journey.spec.ts', conditional, 'a test that is skipped, singled out or sleeps proves nothing'],
    ['e2e/wallet/journey.spec.ts', sleeping, 'a test that is skipped, singled out or sleeps proves nothing'],
    ['apps/wallet/src/ui/button.tsx', unfinished, 'unfinished work is not committed'],
    ['bench/ledger.ts', unfinished, 'unfinished work is not committed'],
    ['apps/wallet/src/ui/button.module.css', `/* ${'FIX'}${'ME'} */`, 'unfinished work is not committed'],
    ['apps/wallet/src/ui/button.module.css', '  color: #f2c265;', 'colours come from tokens.css of packages/web'],
    [
      'apps/wallet/src/ui/sheet.module.css',
      '  background: rgb(10 8 6 / 0.6);',
      'colours come from tokens.css of packages/web',
    ],
    ['apps/desk/src/ui/dialog.module.css', '  color: #f2c265;', 'colours come from tokens.css of packages/web'],
    [
      'apps/wallet/src/features/bonus/bonus-page.module.css',
      '  li:last-child > * > :first-child {',
      'styles of a module name a class of it, or they reach every page that it was loaded on',
    ],
    ['apps/desk/src/ui/dialog.tsx', ` * ${'w'.repeat(138)}`, 'a line of a comment has at most 140 characters'],
    ['tools/soak.ts', `// ${'w'.repeat(138)}`, 'a line of a comment has at most 140 characters'],
    ['apps/wallet/index.html', `<p>Coming ${'soon'}</p>`, 'unfinished work is not committed'],
  ])('find in %s: %s', (file, line, says) => {
    expect(problemsOfFile(file, `// First line.\n${line}\n`)).toEqual([`${file}:2: ${says}`])
  })

  it.each([
    ['apps/server/src/platform/clock.ts', 'const now = new Date()'],
    ['apps/server/src/testing/clock.ts', 'const now = new Date()'],
    ['apps/server/src/modules/games/late.test.ts', 'const now = Date.now()'],
    ['apps/server/src/modules/games/late.ts', 'const at = new Date(row.at)'],
    ['apps/server/src/config.ts', 'readConfig(process.env)'],
    ['apps/server/src/modules/rewards/flags/flags.store.ts', "  await tx.query('select from abuse_flag')"],
    ['apps/server/src/platform/login/failure-store.ts', '  const [row] = await sql.query<Row>('],
    ['apps/server/src/modules/games/games.test.ts', "await app.database.query('select from game_leg')"],
    ['apps/server/src/modules/support/inbox.routes.ts', 'route(desk.deskFile, ({ params, query }) => answer(query))'],
    ['apps/wallet/src/lib/clock.ts', 'const now = Date.now()'],
    ['packages/web/src/tokens.css', '  --c-ground: #110d0b;'],
    ['apps/wallet/src/ui/sheet.module.css', '  background: rgb(var(--c-shade) / 0.6);'],
    ['tools/start.ts', "process.env['PORT']"],
    ['tools/soak.ts', `// ${'w'.repeat(137)}`],
    ['packages/ledger/src/slice-text.ts', `const slice = '${'w'.repeat(140)}'`],
  ])('leave %s alone: %s', (file, line) => {
    expect(problemsOfFile(file, line)).toEqual([])
  })

  it('find files that have grown too long, but not tests and tables of texts', () => {
    const long = 'export {}\n'.repeat(400)
    expect(problemsOfFile('packages/ledger/src/ledger.ts', long)).toEqual([
      'packages/ledger/src/ledger.ts: 401 lines, the limit is 400',
    ])
    expect(problemsOfFile('packages/ledger/src/ledger.test.ts', long)).toEqual([])
    expect(problemsOfFile('apps/server/src/modules/support/robot/robot.texts.ts', long)).toEqual([])
  })
})

describe('the files of a checkout', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'krapao-tidy-'))
  afterAll(() => rmSync(checkout, { recursive: true, force: true }))

  it('are read when they are tracked or new, and not when they are ignored or deleted', () => {
    const plant = (file: string, content: string): void => {
      mkdirSync(dirname(join(checkout, file)), { recursive: true })
      writeFileSync(join(checkout, file), content)
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout })
    git('init', '-q')
    plant('.gitignore', 'dist/\n')
    plant('packages/a/tracked.ts', unfinished)
    plant('packages/a/deleted.ts', unfinished)
    git('add', '.')
    rmSync(join(checkout, 'packages/a/deleted.ts'))
    plant('packages/a/new.ts', unfinished)
    plant('packages/a/dist/built.ts', unfinished)
    plant('packages/a/notes.txt', unfinished)
    const { problems, files } = tidyProblems(checkout)
    expect({ problems: problems.toSorted(), files }).toEqual({
      files: 2,
      problems: [
        'packages/a/new.ts:1: unfinished work is not committed',
        'packages/a/tracked.ts:1: unfinished work is not committed',
      ],
    })
  })
})
