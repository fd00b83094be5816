import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deskCalls, refusalsOf } from '@krapao/contract'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'

/** `button_gold`: file and class. Names of files are unique. */
function className(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}`
}

/** Leaves out the texts of codes that no call of the desk refuses with: four in five are about players' calls. */
function deskCodesOnly(): Plugin {
  const codes = new Set(deskCalls.flatMap((call) => [...refusalsOf(call).values()].flat() as string[]))
  return {
    name: 'desk-codes-only',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/contract/src/error-texts.json')) return null
      const texts = Object.entries(JSON.parse(readFileSync(id, 'utf8')) as object)
      return JSON.stringify(Object.fromEntries(texts.filter(([code]) => codes.has(code))))
    },
  }
}

/** How Vite builds and serves the desk. */
export function viteOptions(root: string, env: NodeJS.ProcessEnv, command: 'build' | 'serve'): InlineConfig {
  const server = env['KRAPAO_DEV_DESK'] ?? 'http://127.0.0.1:3002'
  return {
    root,
    define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
    css: { modules: { generateScopedName: className } },
    plugins: [react(), ...(command === 'build' ? [deskCodesOnly()] : [])],
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // A strict policy refuses data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // How long plugins took tells nothing to who starts the product.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    server: {
      host: '127.0.0.1',
      port: 5174,
      proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
    },
    logLevel: 'warn',
  }
}
