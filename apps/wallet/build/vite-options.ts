import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
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

/** Pieces to draw with, and modules of a few lines that guests' forms and members' pages have in common. */
const pieces =
  /\/(apps\/wallet\/src\/(ui\/(?!talk)|lib\/(bank-name|chat-backend|resend-wait|use-loaded)\.)|packages\/web\/src\/(?!live|socket-line|fetch-module)|packages\/contract\/src\/(limits|rules\/(?!g)))/

/** Those of the pieces that are drawn on sheets and steps alone. */
const sheetPieces =
  /\/src\/(ui\/(amount-field|banner-sheet|copy-|history-table|parties|pocket|qr-picture|select-field|typed-amount)|upload)/

/** The phone, the code of an SMS and a new password, of the forms of guests and of the recovery. */
const codes =
  /\/wallet\/src\/(ui\/(code|phone|new-password)-fields?|lib\/(read-phone|use-phone|use-resend|use-sms-code))\./

/** Those that draw what the operator wrote, its words kept whole, on the pages of bonuses and contacts and on sheets. */
const proses = /\/src\/(ui\/(banners|glossary|joined|prose|safe-html)|join-words)\./

/**
 * What members' pages stand in, with the server's data and the money in it as those pages share them, and with the styles
 * of home, which is where members come in: one sheet for both. Asking for a list of answers is done by the deposit sheet alone.
 */
const member =
  /\/(features\/home\/[^/]*|ui\/tiles\.module)\.css|\/node_modules\/@tanstack\/(?!.*\/(useQueries|queriesObserver)\.)|\/wallet\/src\/(app\/(fetch-ahead|follow-money|member-area|member-menu|message-dialog|modal-host|modals|start-again|update-line)\.tsx?|lib\/(awaited|balances|last-balance|modals|pager-labels|sent-money|wallet|wire-amount)\.ts)/

/** Live news and how times are written, which members' pages and the chat of guests have in common. */
const live = /\/wallet\/src\/lib\/(formats|guest-id|socket)\.ts|\/web\/src\/(live|socket-line|fetch-module)\.ts/

/** How money is moved, by sheets and by the page of bonuses. */
const money = /\/wallet\/src\/lib\/(idempotency-key|money-call|use-money-call)\.ts|\/contract\/src\/money-refusals\.ts/

/** The page of contacts, which guests and members have in common, with what is the guests' own of it. */
const contact = /\/wallet\/src\/(app\/(contact-with-chat|guest-contact)|features\/contact\/[^/]*|ui\/talk)\.tsx?/

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
              // The same for what several later pages draw with, and for what several sheets do, which no page waits for:
              // few requests, and a short list of files in the first load.
              {
                name: 'pieces',
                test: (id) => pieces.test(id) && !sheetPieces.test(id) && !codes.test(id) && !proses.test(id),
                minShareCount: 2,
              },
              { name: 'prose', test: proses, minShareCount: 2 },
              { name: 'codes', test: codes },
              { name: 'sheets', test: sheetPieces, minShareCount: 2 },
              { name: 'live', test: live },
              { name: 'member', test: member },
              { name: 'money', test: money },
              { name: 'contact', test: contact },
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
