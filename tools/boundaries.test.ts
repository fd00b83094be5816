import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderArrows, lintConfig, moduleArrows, packageArrows, rooms } from './boundaries.ts'
import { capture, root } from './processes.ts'

const checkout = mkdtempSync(join(tmpdir(), 'krapao-boundaries-'))
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** What stands in every planted checkout: the doors that others import. */
const doors = [
  'packages/money/src/index.ts',
  'packages/ledger/src/index.ts',
  'packages/ledger/src/types.ts',
  'packages/contract/src/index.ts',
  'packages/novelty/src/index.ts',
  'apps/server/src/app.ts',
  'apps/server/src/config.ts',
  'apps/server/src/furnish/furnish.ts',
  'apps/server/src/ledger/audit.ts',
  'apps/server/src/parties/parties.ts',
  'apps/server/src/platform/clock.ts',
  'apps/server/src/platform/parties/index.ts',
  'apps/server/src/testing/app.ts',
  'apps/server/src/modules/members/index.ts',
  'apps/server/src/modules/members/member/member.store.ts',
  'apps/server/src/modules/members/providers/sms.ts',
  'apps/server/src/modules/members/otp/otp.ts',
  'apps/server/src/modules/games/index.ts',
  'apps/server/src/modules/cashier/index.ts',
  'apps/server/src/modules/cashier/cashier.parts.ts',
  'apps/server/src/modules/cashier/books/credit.ts',
  'apps/server/src/modules/cashier/slips/slip.ts',
  'apps/server/src/modules/novelty/index.ts',
  'apps/sandbox/src/secret.ts',
  'apps/wallet/src/app/pages.tsx',
  'apps/wallet/src/ui/button.tsx',
  'apps/wallet/src/lib/format.ts',
  'apps/wallet/src/features/home/home.ts',
  'apps/wallet/src/features/login/login.ts',
  'apps/desk/src/lib/call.ts',
  'apps/desk/src/ui/tabs.tsx',
  'apps/desk/src/features/inbox/inbox.ts',
  'e2e/stage/client.ts',
  'e2e/wallet/hands.ts',
]

/** Each is one file with one import: from where, of what, and a word of what the lint must say of it. */
const forbidden: [file: string, imported: string, says: string][] = [
  // Rooms and packages.
  ['apps/wallet/src/lib/a1.ts', '@krapao/ledger', 'apps/wallet may import contract, money, payment-codes, web only'],
  [
    'apps/wallet/src/features/home/a2.ts',
    '@krapao/ledger',
    'apps/wallet may import contract, money, payment-codes, web only',
  ],
  [
    'apps/wallet/src/features/home/a3.test.ts',
    '@krapao/ledger',
    'apps/wallet may import contract, money, payment-codes, web only',
  ],
  ['apps/sandbox/src/a4.ts', '@krapao/contract', 'apps/sandbox may import money only'],
  ['apps/sandbox/src/deep/a5.ts', '../../../server/src/platform/clock.ts', 'another room'],
  ['apps/sandbox/src/a6.ts', '../../../apps/server/src/platform/clock.ts', 'another room'],
  ['apps/server/src/platform/a7.ts', '@krapao/ledger/src/types.ts', 'its own doors'],
  ['apps/server/src/platform/a19.ts', '@krapao/ledger/postgres-pool', 'its own doors'],
  ['apps/wallet/src/lib/a8.ts', '../../../../packages/ledger/src/index.ts', 'another room'],
  ['packages/money/src/a9.ts', '@krapao/contract', 'packages/money may import no package of ours'],
  ['packages/contract/src/a10.ts', '@krapao/ledger', 'packages/contract may import money only'],
  ['packages/novelty/src/a11.ts', '@krapao/money', 'packages/novelty may import no package of ours'],
  ['e2e/a12.ts', '@krapao/ledger', 'e2e may import contract, money, server/wire-cutter only'],
  ['apps/wallet/src/lib/a15.ts', '@krapao/web/src/icon.tsx', 'its own doors'],
  ['packages/web/src/a16.ts', '@krapao/contract', 'packages/web may import no package of ours'],
  [
    'apps/server/src/platform/a17.ts',
    '@krapao/web',
    'apps/server may import contract, ledger, money, payment-codes only',
  ],
  ['bench/a13.ts', '@krapao/contract', 'bench may import ledger, ledger/postgres-pool, money, server/database only'],
  ['e2e/a18.ts', '@krapao/server/database', 'its own doors'],
  ['bench/a14.ts', '../packages/ledger/src/types.ts', 'another room'],
  // Modules of the server.
  ['apps/server/src/modules/games/b1.ts', '../members/member/member.store.ts', 'by its front door index.ts only'],
  [
    'apps/server/src/modules/games/providers/b2.ts',
    '../../members/member/member.store.ts',
    'by its front door index.ts only',
  ],
  ['apps/server/src/modules/games/b3.ts', '../members/providers/sms.ts', 'by its front door index.ts only'],
  ['apps/server/src/modules/games/b4.test.ts', '../members/member/member.store.ts', 'by its front door index.ts only'],
  ['apps/server/src/modules/members/b5.ts', '../games/index.ts', 'No arrow goes from members to games'],
  ['apps/server/src/modules/games/b6.ts', '../cashier/index.ts', 'No arrow goes from games to cashier'],
  ['apps/server/src/modules/novelty/b7.ts', '../members/index.ts', 'No arrow goes from novelty to members'],
  ['apps/server/src/modules/members/b8.ts', '../../app.ts', 'Only main.ts wires the app'],
  ['apps/server/src/modules/members/b8a.ts', '../../parties/parties.ts', 'Only main.ts wires the app'],
  ['apps/server/src/modules/members/otp/b8b.ts', '../../../parties/parties.ts', 'Only main.ts wires the app'],
  ['apps/server/src/modules/members/b8c.ts', '../../ledger/audit.ts', 'Only main.ts wires the app'],
  ['apps/server/src/platform/b8d.ts', '../config.ts', 'Only main.ts wires the app'],
  ['apps/server/src/platform/http/b8e.ts', '../../furnish/furnish.ts', 'Only main.ts wires the app'],
  ['apps/server/src/modules/members/b9.ts', '../../testing/app.ts', 'Only tests may import testing'],
  ['apps/server/src/platform/b10.ts', '../modules/members/index.ts', 'The platform knows no module'],
  ['apps/server/src/platform/http/b11.ts', '../../modules/members/index.ts', 'The platform knows no module'],
  ['apps/server/src/platform/b12.ts', '../testing/app.ts', 'Only tests may import testing'],
  ['apps/server/src/modules/cashier/books/b13.ts', '../slips/slip.ts', 'No arrow goes from books to slips in cashier'],
  ['apps/server/src/modules/cashier/novelty/b14.ts', '../slips/slip.ts', 'No arrow goes from novelty to slips'],
  ['apps/server/src/modules/cashier/slips/b15.ts', '../../novelty/index.ts', 'No arrow goes from cashier to novelty'],
  [
    'apps/server/src/modules/members/otp/b16.ts',
    '../member/member.store.ts',
    'No arrow goes from otp to member in members',
  ],
  // Layers of the web app.
  ['apps/wallet/src/ui/c1.tsx', '../lib/format.ts', 'ui knows no lib'],
  ['apps/wallet/src/ui/c2.tsx', 'wouter', 'ui knows no lib'],
  ['apps/wallet/src/ui/c3.tsx', '@tanstack/react-query', 'ui knows no lib'],
  ['apps/wallet/src/ui/c4.tsx', '../features/home/home.ts', 'knows no feature'],
  ['apps/wallet/src/lib/c5.ts', '../ui/button.tsx', 'lib knows no ui'],
  ['apps/wallet/src/lib/c6.ts', '../app/pages.tsx', 'Nothing imports app'],
  ['apps/wallet/src/features/home/c7.ts', '../login/login.ts', 'A feature never imports a feature'],
  ['apps/wallet/src/features/home/parts/c8.ts', '../../login/login.ts', 'A feature never imports a feature'],
  ['apps/wallet/src/features/home/c9.ts', '../../features/login/login.ts', 'A feature never imports a feature'],
  ['apps/wallet/src/features/home/c10.tsx', '../../app/pages.tsx', 'Nothing imports app'],
  // The desk, which is cut like the wallet and knows nothing of it.
  ['apps/desk/src/lib/d1.ts', '@krapao/ledger', 'apps/desk may import contract, money, web only'],
  ['apps/desk/src/app/d2.tsx', '../../../wallet/src/ui/button.tsx', 'another room'],
  ['apps/desk/src/features/audit/d3.ts', '../inbox/inbox.ts', 'A feature never imports a feature'],
  ['apps/desk/src/ui/d4.tsx', '../lib/call.ts', 'ui knows no lib'],
  ['apps/desk/src/lib/d5.ts', '../ui/tabs.tsx', 'lib knows no ui'],
  // The rooms of the journeys.
  ['e2e/desk/e1.ts', '../wallet/hands.ts', 'imports stage, and no other room'],
  ['e2e/stage/e2.ts', '../wallet/hands.ts', 'imports stage, and no other room'],
]

const allowed: [file: string, imported: string][] = [
  ['apps/wallet/src/lib/ok1.ts', '@krapao/contract'],
  ['apps/wallet/src/features/home/ok2.tsx', '../../ui/button.tsx'],
  ['apps/wallet/src/features/home/ok3.tsx', '../../lib/format.ts'],
  ['apps/wallet/src/app/ok4.tsx', '../features/home/home.ts'],
  ['apps/server/src/modules/games/ok5.ts', '../members/index.ts'],
  ['apps/server/src/modules/games/providers/ok6.ts', '../../members/index.ts'],
  ['apps/server/src/modules/games/ok7.ts', '@krapao/ledger'],
  ['apps/server/src/modules/games/ok8.ts', '../../platform/clock.ts'],
  ['apps/server/src/modules/games/ok8a.ts', '../../platform/parties/index.ts'],
  ['apps/server/src/platform/http/ok8b.ts', '../parties/index.ts'],
  ['apps/server/src/modules/games/ok9.test.ts', '../../testing/app.ts'],
  ['apps/server/src/ok10.ts', './modules/cashier/index.ts'],
  ['apps/server/src/modules/cashier/slips/ok14.ts', '../books/credit.ts'],
  ['apps/server/src/modules/cashier/slips/ok15.ts', '../cashier.parts.ts'],
  ['apps/server/src/modules/cashier/slips/ok21.ts', '../../members/index.ts'],
  ['apps/server/src/modules/cashier/books/ok22.test.ts', '../slips/slip.ts'],
  ['apps/server/src/modules/members/otp/ok26.ts', '../providers/sms.ts'],
  ['apps/sandbox/src/ok11.ts', '@krapao/money'],
  ['packages/ledger/src/ok12.ts', '@krapao/money'],
  ['e2e/ok13.ts', '@krapao/contract'],
  ['e2e/desk/ok23.ts', '../stage/client.ts'],
  ['bench/ok16.ts', '@krapao/ledger'],
  ['bench/ok24.ts', '@krapao/server/database'],
  ['bench/ok26.ts', '@krapao/ledger/postgres-pool'],
  ['e2e/ok25.ts', '@krapao/server/wire-cutter'],
  ['apps/wallet/src/ok19.tsx', '@krapao/web/look.css'],
  ['apps/desk/src/ui/ok20.tsx', '@krapao/web'],
  ['apps/desk/src/features/audit/ok17.tsx', '../../ui/tabs.tsx'],
  ['apps/desk/src/app/ok18.tsx', '../features/inbox/inbox.ts'],
]

function plant(file: string, content: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true })
  writeFileSync(join(checkout, file), content)
}

interface Report {
  diagnostics: { message: string; help?: string; filename: string; code: string }[]
}

/** What the lint says of each file of the planted checkout, one text a file. */
async function lint(): Promise<Map<string, string>> {
  const { options: _typeAware, ...config } = lintConfig(checkout)
  plant('.oxlintrc.json', JSON.stringify({ ...config, categories: {}, rules: { 'import/no-cycle': noCycle(config) } }))
  const oxlint = join(root, 'node_modules', '.bin', 'oxlint')
  const { output } = await capture(oxlint, ['-f', 'json', '.'], { cwd: checkout })
  const found = new Map<string, string>()
  for (const { filename, message, help, code } of (JSON.parse(output) as Report).diagnostics) {
    found.set(filename, `${found.get(filename) ?? ''}${code}: ${message} ${help ?? ''}\n`)
  }
  return found
}

function noCycle(config: { [setting: string]: unknown }): unknown {
  return (config['rules'] as Record<string, unknown>)['import/no-cycle']
}

let found = new Map<string, string>()
beforeAll(async () => {
  for (const door of doors) plant(door, 'export const door = 1\nexport type Door = number\n')
  plant(
    'packages/web/package.json',
    JSON.stringify({ exports: { '.': './src/index.ts', './look.css': './src/look.css' } }),
  )
  plant('packages/ledger/package.json', JSON.stringify({ exports: { './postgres-pool': './src/testing/pool.ts' } }))
  for (const [index, [file, imported]] of forbidden.entries()) {
    // Types, values and what is only handed on count alike.
    const forms = ['import { door } from', 'import type { Door } from', 'export { door } from']
    const form = forms[index % forms.length] ?? ''
    plant(file, `${form} '${imported}'\n${form.startsWith('import {') ? 'export const used = door\n' : ''}`)
  }
  for (const [file, imported] of allowed) plant(file, `export { door } from '${imported}'\n`)
  plant('packages/money/src/cycle-a.ts', "import type { B } from './cycle-b.ts'\nexport type A = B | null\n")
  plant('packages/money/src/cycle-b.ts', "import type { A } from './cycle-a.ts'\nexport type B = A[]\n")
  plant('packages/money/src/ring-a.ts', "export { b as a } from './ring-b.ts'\n")
  plant('packages/money/src/ring-b.ts', "export { c as b } from './ring-c.ts'\n")
  plant('packages/money/src/ring-c.ts', "export { a as c } from './ring-a.ts'\n")
  found = await lint()
})

describe('the import rules, made from the folders', () => {
  it.each(forbidden)('%s may not import %s', (file, _imported, says) => {
    expect(found.get(file)?.toLowerCase()).toContain(says.toLowerCase())
  })

  it.each(allowed)('%s may import %s', (file) => {
    expect(found.get(file)).toBeUndefined()
  })

  it('finds cycles, those of types alone too', () => {
    for (const name of ['cycle-a', 'cycle-b', 'ring-a', 'ring-b', 'ring-c']) {
      expect(found.get(`packages/money/src/${name}.ts`)).toContain('no-cycle')
    }
  })
})

describe('docs/house.md', () => {
  const modules = 'apps/server/src/modules'
  const foldersOf = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const drawn: [what: string, arrows: object, folders: readonly string[]][] = [
    ['every room', packageArrows, rooms()],
    ['every module', moduleArrows, foldersOf(modules)],
    ...Object.entries(folderArrows).map(([module, arrows]): [string, object, string[]] => [
      `every folder of ${module}`,
      arrows,
      foldersOf(`${modules}/${module}`),
    ]),
  ]
  it.each(drawn)('draws %s and what it may import, and none that is gone', (_what, arrows, folders) => {
    expect(Object.keys(arrows).toSorted()).toEqual(folders.toSorted())
  })

  it('draws the folders of the modules that have many', () => {
    expect(Object.keys(folderArrows)).toContain('cashier')
  })
})
