// Builds what stands in the pages themselves: a plain script of a few hundred bytes, which runs before the app is there.
import { join } from 'node:path'
import { build } from 'vite'
import { viteOptions } from './vite-options.ts'

/** The text of the script. Throws when it could not stand in a page. */
export async function buildEarly(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { define = {} } = viteOptions(root, env, 'build')
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src', 'early', 'ask-early.ts'), output: { format: 'iife' } },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk' || script.code.includes('</')) throw new Error('the script of the pages is none')
  return script.code.trim()
}
