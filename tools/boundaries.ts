// The import rules, made from the folder list: who may import whom. A new room, module or feature is covered by
// standing in its folder; an arrow between rooms, modules or their folders is a decision, and drawn in docs/house.md.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

type Arrows = Readonly<Record<string, readonly string[]>>

/** The tables of arrows in docs/house.md, by whose they are: `room`, `module`, or the module whose folders one lists. */
function readArrows(): Readonly<Record<string, Arrows>> {
  const house = readFileSync(join(root, 'docs/house.md'), 'utf8')
  const tables = house.matchAll(/^\| (room|module|folder of `(\w+)`) \|.*\n.*\n((?:\|.*\n)+)/gm)
  return Object.fromEntries(
    [...tables].map(([, kind = '', module, lines = '']) => [
      module ?? kind,
      Object.fromEntries(lines.trim().split('\n').map(arrowsOfLine)),
    ]),
  )
}

function arrowsOfLine(line: string): [name: string, arrows: readonly string[]] {
  const [, name = '', , arrows = ''] = line.split('|').map((cell) => cell.trim())
  return [name.replaceAll('`', ''), arrows.split(', ').filter((word) => word !== '' && word !== 'nothing')]
}

const { room: packageArrows = {}, module: moduleArrows = {}, ...arrowsInside } = readArrows()

/** Which packages a room may import, an app and a package's tests by one door alone. A room without a line may import none. */
export { packageArrows }

/** Which modules of the server a module may import, by its front door. A module without a line may import none. */
export { moduleArrows }

/** Which of its fellows a folder inside a module may import, where a module has many; their parts are for all of them. */
export const folderArrows: Readonly<Record<string, Arrows>> = arrowsInside

interface Restriction {
  group: string[]
  message: string
}

interface Override {
  files: string[]
  excludeFiles?: string[]
  rules: Record<string, unknown>
}

function folders(checkout: string, path: string): string[] {
  const full = join(checkout, path)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}

/** The rooms of the house: every package, every app, and what stands on top. */
export function rooms(checkout = root): string[] {
  return [
    ...folders(checkout, 'packages').map((name) => `packages/${name}`),
    ...folders(checkout, 'apps').map((name) => `apps/${name}`),
    'bench',
    'e2e',
  ]
}

/** The doors of packages besides the one by their name, such as the style sheet and the fonts of `web`; none into their tests. */
function sideDoors(checkout: string): string[] {
  return folders(checkout, 'packages').flatMap((name) => {
    const file = join(checkout, 'packages', name, 'package.json')
    const { exports } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { exports?: object }) : {}
    return Object.entries(exports ?? {})
      .filter(([door, leadsTo]) => door !== '.' && !String(leadsTo).includes('/testing/'))
      .map(([door]) => `@krapao/${name}/${door.replace('./', '')}`)
  })
}

/** What holds for every file of a room: only the listed packages, and those by their doors. */
function roomRestrictions(checkout: string, room: string): Restriction[] {
  const allowed = packageArrows[room] ?? []
  return [
    {
      group: ['@krapao/*', ...allowed.map((name) => `!@krapao/${name.replace(/\/.*/, '')}`)],
      message: `${room} may import ${allowed.length > 0 ? allowed.join(', ') : 'no package of ours'} only.`,
    },
    {
      group: [
        '@krapao/*/**',
        ...sideDoors(checkout).map((door) => `!${door}`),
        ...allowed.filter((name) => name.includes('/')).map((door) => `!@krapao/${door}`),
      ],
      message: 'A package has its own doors: import it by its name, or by what its package.json exports.',
    },
    {
      group: ['**/packages/**', '**/apps/**', '**/e2e/**', '**/tools/**', '../**/src/**'],
      message: 'Another room is no place to reach into by a path.',
    },
  ]
}

function moduleRestrictions(module: string, modules: readonly string[]): Restriction[] {
  const allowed = moduleArrows[module] ?? []
  return modules
    .filter((other) => other !== module)
    .map((other) =>
      allowed.includes(other)
        ? {
            group: [`../**/${other}/*`, `../**/${other}/*/**`, `!../${other}/index.ts`, `!../../${other}/index.ts`],
            message: `${module} may import ${other} by its front door index.ts only.`,
          }
        : { group: [`**/${other}/**`], message: `No arrow goes from ${module} to ${other}.` },
    )
}

/** What holds for a folder inside a module: its fellows by the arrows that are written, and no other. */
function folderRestrictions(module: string, folder: string, fellows: readonly string[]): Restriction[] {
  const allowed = folderArrows[module]?.[folder] ?? []
  return fellows
    .filter((other) => other !== folder && !allowed.includes(other))
    .map((other) => ({
      group: [`../${other}/**`],
      message: `No arrow goes from ${folder} to ${other} in ${module}.`,
    }))
}

function serverOverrides(checkout: string): Override[] {
  const modules = folders(checkout, 'apps/server/src/modules')
  const base = roomRestrictions(checkout, 'apps/server')
  const noTesting = { group: ['**/testing/**'], message: 'Only tests may import testing.' }
  const upward = {
    group: [
      ...['**/app.ts', '**/config.ts', '**/listeners.ts', '**/main.ts', '**/modules.ts'],
      // `../parties` is one of the platform's own.
      ...['**/furnish/**', '**/ledger/**', '../../parties/**', '../../../parties/**'],
    ],
    message: 'Only main.ts wires the app.',
  }
  return [
    restrict('apps/server/src/platform/**', [
      ...base,
      upward,
      noTesting,
      { group: ['**/modules/**'], message: 'The platform knows no module.' },
    ]),
    ...modules.map((module) =>
      restrict(`apps/server/src/modules/${module}/**`, [
        ...base,
        upward,
        noTesting,
        ...moduleRestrictions(module, modules),
      ]),
    ),
    ...Object.keys(folderArrows).flatMap((module) => {
      const fellows = folders(checkout, `apps/server/src/modules/${module}`)
      return fellows.map((folder) =>
        restrict(`apps/server/src/modules/${module}/${folder}/**`, [
          ...base,
          upward,
          noTesting,
          ...moduleRestrictions(module, modules),
          ...folderRestrictions(module, folder, fellows),
        ]),
      )
    }),
    ...modules.map((module) =>
      restrictTests(`apps/server/src/modules/${module}/**`, [...base, ...moduleRestrictions(module, modules)]),
    ),
    restrictTests('apps/server/src/platform/**', base),
  ]
}

/** What holds within a web app: `app → features → ui, lib`. */
function webAppOverrides(checkout: string, room: 'apps/wallet' | 'apps/desk'): Override[] {
  const base = roomRestrictions(checkout, room)
  const features = folders(checkout, `${room}/src/features`)
  const noApp = { group: ['**/app/**'], message: 'Nothing imports app: it composes.' }
  const noFeature = { group: ['**/features/**'], message: 'What features are made of knows no feature.' }
  return [
    restrict(`${room}/src/**`, base),
    restrict(`${room}/src/ui/**`, [
      ...base,
      noApp,
      noFeature,
      {
        group: ['**/lib/**', 'wouter', 'wouter/*', '@tanstack/*'],
        message: 'ui knows no lib, no router and no query.',
      },
    ]),
    restrict(`${room}/src/lib/**`, [...base, noApp, noFeature, { group: ['**/ui/**'], message: 'lib knows no ui.' }]),
    ...features.map((feature) =>
      restrict(`${room}/src/features/${feature}/**`, [
        ...base,
        noApp,
        {
          group: features
            .filter((other) => other !== feature)
            .flatMap((other) => [`../${other}/**`, `../../${other}/**`, `**/features/${other}/**`]),
          message: 'A feature never imports a feature: the route or shell composes them.',
        },
      ]),
    ),
  ]
}

/** Each room of the journeys stands on `stage` alone. */
function journeyOverrides(checkout: string): Override[] {
  const fellows = folders(checkout, 'e2e').filter((one) => one !== 'stage')
  const base = roomRestrictions(checkout, 'e2e')
  return folders(checkout, 'e2e').map((one) => {
    const group = fellows.filter((other) => other !== one).map((other) => `../${other}/**`)
    return restrict(`e2e/${one}/**`, [
      ...base,
      { group, message: 'A room of journeys imports stage, and no other room.' },
    ])
  })
}

const testFiles = ['*.test.ts', '*.test.tsx', '*.fixture.ts']

function restrict(files: string, patterns: Restriction[]): Override {
  return {
    files: [files],
    rules: { 'no-restricted-imports': ['error', { patterns: patterns.filter((one) => one.group.length > 0) }] },
  }
}

function restrictTests(folder: string, patterns: Restriction[]): Override {
  return { ...restrict(folder, patterns), files: testFiles.map((name) => `${folder}/${name}`) }
}

interface LintConfig {
  overrides: Override[]
  [setting: string]: unknown
}

/** The lint configuration with the import rules of the folders as they are now; later overrides win over earlier ones. */
export function lintConfig(checkout = root): LintConfig {
  const base = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as LintConfig
  const general = rooms(checkout).map((room) => restrict(`${room}/**`, roomRestrictions(checkout, room)))
  return {
    ...base,
    overrides: [
      ...base.overrides,
      ...general,
      ...serverOverrides(checkout),
      ...webAppOverrides(checkout, 'apps/wallet'),
      ...webAppOverrides(checkout, 'apps/desk'),
      ...journeyOverrides(checkout),
    ],
  }
}

/** Writes the lint configuration of this checkout to a file and answers its path. */
export function writeLintConfig(): string {
  const file = join(root, '.oxlintrc.generated.json')
  writeFileSync(file, `${JSON.stringify(lintConfig(), null, 2)}\n`)
  return file
}
