import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

/** `button_gold`: file and class. Names of files are unique. */
function className(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}`
}

/** How Vite builds and serves the desk. */
export function viteOptions(root: string, env: NodeJS.ProcessEnv, command: 'build' | 'serve'): InlineConfig {
  const server = env['KRAPAO_DEV_DESK'] ?? 'http://127.0.0.1:3002'
  return {
    root,
    define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
    css: { modules: { generateScopedName: className } },
    plugins: [react()],
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // A strict policy refuses data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
    server: {
      host: '127.0.0.1',
      port: 5174,
      proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
    },
    logLevel: 'warn',
  }
}
