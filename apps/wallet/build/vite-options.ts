import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

const settings = [
  'KRAPAO_LAOS',
  'KRAPAO_IFRAME',
  'KRAPAO_PROVIDER_HOST',
  'KRAPAO_CHAT_URL',
  'KRAPAO_LINK_SECRET',
] as const

/**
 * The React Compiler adds a third to a component. It is for the pages that redraw with live data; the first load, which
 * draws once, has no bytes for it.
 */
const compiled = /\/src\/(features\/(?!login\/)|app\/member-)[^?]*\.tsx?$/

/** How Vite builds and serves the app, with the build's settings taken out of the environment by name, never by prefix. */
export function viteOptions(root: string, env: NodeJS.ProcessEnv, command: 'build' | 'serve'): InlineConfig {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const values = { ...Object.fromEntries(settings.map((name) => [name, env[name] ?? ''])), KRAPAO_VERSION: version }
  return {
    root,
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
    ),
    // Fast refresh needs the plugin to see every file.
    plugins: [react(command === 'build' ? { compiler: true, include: compiled } : {})],
    // The shim is for React before 18.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      manifest: true,
      modulePreload: { polyfill: false },
      // What is inlined is fetched by readers who have no use for it, and a strict policy refuses data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              // One file for all that every page needs: it compresses better than the many that sharing would make.
              { name: 'first', tags: ['$initial'], test: (id) => !/[\\/](index\.html|main\.tsx)$/.test(id) },
            ],
          },
        },
      },
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
