// Puts each program of the product into one file in the `dist` of its app, and each of its threads into one beside it: Node
// looks for, reads and compiles a few files at a start where it had to two thousand.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { root } from './processes.ts'

const apps: Readonly<Record<string, readonly string[]>> = {
  'apps/server': ['src/main.ts', 'src/operate.ts'],
  'apps/sandbox': ['src/main.ts'],
}

const external = [
  // They bring programs for a machine or WebAssembly along and find them beside their own files.
  /^(@electric-sql\/pglite|@resvg\/resvg-js|sharp|zxing-wasm)(\/|$)/,
  // They are asked for late, if at all, and would be a third of the bundles.
  '@simplewebauthn/server',
  'fontverter',
  'redis',
  // Libraries try them and go on without.
  'bufferutil',
  'pg-native',
  'utf-8-validate',
]

/** Where the bundle lies, for what asks where its source lies. */
const banner = 'const { dirname: distFolder, url: distUrl } = import.meta;'

/**
 * Lets a source that asks where it lies hear of its own place, where its files are, and start its threads from the bundle;
 * their sources are added to `threads`.
 */
function placesKept(dist: string, threads: string[]): Plugin {
  return {
    name: 'places-kept',
    transform: {
      filter: { code: /import\.meta\.(dirname|url)|__dirname|__filename/ },
      handler(code, id) {
        const [folder, file] = [relative(dist, dirname(id)), relative(dist, id)].map((path) =>
          JSON.stringify(`/${path}`),
        )
        const changed = code
          .replaceAll(/new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g, (_, name: string) => {
            threads.push(join(dirname(id), `${name}.ts`))
            return `new URL('./${name}.js', distUrl)`
          })
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(dist, id))}, distUrl).href`)
          .replaceAll(/import\.meta\.dirname|\b__dirname\b/g, `(distFolder + ${folder})`)
          .replaceAll(/\b__filename\b/g, `(distFolder + ${file})`)
        // The lines stay where they are.
        return { code: changed, map: null }
      },
    },
  }
}

/** Keeps the lines of libraries out of the map, which every start reads. */
const librariesUnmapped: Plugin = {
  name: 'libraries-unmapped',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
}

/** Writes one program into a folder; answers the sources of the threads that it starts. */
async function bundleProgram(source: string, dist: string, into: string): Promise<string[]> {
  const threads: string[] = []
  const bundle = await rolldown({
    input: source,
    platform: 'node',
    external,
    plugins: [placesKept(dist, threads), librariesUnmapped],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`${source}: ${log.message}`)
    },
  })
  const { output } = await bundle.generate({
    format: 'es',
    dir: dist,
    banner,
    // What is asked for late stays in the same file: a build beneath a running program takes nothing from it.
    codeSplitting: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    keepNames: true,
  })
  await bundle.close()
  for (const file of output) {
    writeFileSync(join(into, file.fileName), file.type === 'chunk' ? file.code : file.source)
  }
  return threads
}

async function bundleApp(app: string, entries: readonly string[]): Promise<void> {
  const dist = join(root, app, 'dist')
  const making = `${dist}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const sources = entries.map((entry) => join(root, app, entry))
  for (const source of sources) {
    for (const thread of await bundleProgram(source, dist, making)) {
      if (!sources.includes(thread)) sources.push(thread)
    }
  }
  // Each file whole at once: programs of before may be starting a thread.
  mkdirSync(dist, { recursive: true })
  for (const file of readdirSync(making)) renameSync(join(making, file), join(dist, basename(file)))
  rmSync(making, { recursive: true })
}

for (const [app, entries] of Object.entries(apps)) await bundleApp(app, entries)
