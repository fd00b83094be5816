import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { joinedTexts } from './joined-texts.ts'
import { leanReact } from './lean-react.ts'

const settings = [
  'KRAPAO_LAOS',
  'KRAPAO_IFRAME',
  'KRAPAO_PROVIDER_HOST',
  'KRAPAO_CHAT_URL',
  'KRAPAO_LINK_SECRET',
] as const

/**
 * The React Compiler adds a third to a component. It is for home and the sheets, which redraw with live data and with
 * what is typed; the first load, the shells around pages and those that hardly redraw have no bytes for it.
 */
const compiled =
  /\/src\/features\/(?!login\/|statement\/(statement|history-filter)|bonus\/(bonus-page|held)|profile\/|contact\/)[^?]*\.tsx?$/

/** `button_gold`: file and class. Names of files are unique, and what can be read also packs better than a hash. */
function className(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}`
}

/**
 * Texts are named by one hash of them all: each file's own, three a group, would fill the list of files in the first
 * load with what no packer can press.
 */
function nameTexts(root: string): (chunk: { readonly facadeModuleId: string | null }) => string {
  const folder = join(root, 'src', 'lib', 'texts', 'catalogs')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  const version = hash.digest('base64url').slice(0, 8)
  return ({ facadeModuleId }) =>
    facadeModuleId?.startsWith(folder) === true ? `assets/texts-${version}/[name].js` : 'assets/[name]-[hash].js'
}

/** How Vite builds and serves the app, with the build's settings taken out of the environment by name, never by prefix. */
export function viteOptions(root: string, env: NodeJS.ProcessEnv, command: 'build' | 'serve'): InlineConfig {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const values = { ...Object.fromEntries(settings.map((name) => [name, env[name] ?? ''])), KRAPAO_VERSION: version }
  return {
    root,
    define: {
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
      ),
      // Readers have no use for React's door for developers' tools.
      ...(command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {}),
    },
    css: { modules: { generateScopedName: className } },
    // Fast refresh needs the plugin to see every file.
    plugins: [joinedTexts(), leanReact(), react(command === 'build' ? { compiler: true, include: compiled } : {})],
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      manifest: true,
      modulePreload: { polyfill: false },
      // What is inlined is fetched by readers who have no use for it, and a strict policy refuses data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        // How long plugins took tells nothing to who starts the product.
        checks: { bundlerTimings: false },
        output: {
          chunkFileNames: nameTexts(root),
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              // One file for all that every page needs: it compresses better than the many that sharing would make.
              { name: 'first', tags: ['$initial'], test: (id) => !/[\\/]index\.html$/.test(id) },
              ...chunkGroups(join(root, '../..')),
            ],
          },
        },
      },
    },
    // In a folder of their own: the server gives these files a policy of their own.
    worker: {
      format: 'es',
      rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: {
        '/api': env['KRAPAO_DEV_SERVER'] ?? 'http://127.0.0.1:3000',
        '/socket.io': { target: env['KRAPAO_DEV_SERVER'] ?? 'http://127.0.0.1:3000', ws: true },
      },
    },
    logLevel: 'warn',
  }
}
