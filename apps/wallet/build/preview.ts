// Builds the page that the desk shows in a phone beside what is written there: the same app, in files of its own, so that
// readers fetch nothing of it.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { build } from 'vite'
import { viteOptions } from './vite-options.ts'

/** In the place of the line to the server stands one that tells what the desk writes. */
function ownLine(root: string): Plugin {
  return {
    name: 'preview-line',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/lib/socket.ts') ? join(root, 'src', 'preview', 'line.ts') : null),
  }
}

/** Adds the page and its files to a build. */
export async function buildPreview(root: string, env: NodeJS.ProcessEnv, dist: string): Promise<void> {
  const options = viteOptions(root, env, 'build')
  const folder = 'assets/preview'
  await build({
    configFile: false,
    ...options,
    publicDir: false,
    plugins: [ownLine(root), options.plugins ?? []],
    build: {
      ...options.build,
      outDir: dist,
      emptyOutDir: false,
      manifest: false,
      rolldownOptions: {
        input: join(root, 'preview.html'),
        output: {
          entryFileNames: `${folder}/[name]-[hash].js`,
          chunkFileNames: `${folder}/[name]-[hash].js`,
          assetFileNames: `${folder}/[name]-[hash][extname]`,
        },
      },
    },
  })
}
