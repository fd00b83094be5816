// Builds the service worker: a plain script beside the pages, which is told what this build is made of.
import { join } from 'node:path'
import { build } from 'vite'
import type { Manifest } from './manifest.ts'
import { shellOf } from './shell.ts'

/** Writes `sw.js` into a build. */
export async function buildWorker(root: string, dist: string, manifest: Manifest): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta.env.KRAPAO_SHELL': JSON.stringify(JSON.stringify(shellOf(dist, manifest))) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src', 'offline', 'worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
