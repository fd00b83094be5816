import { resolve } from 'node:path'
import { build, resolveConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { viteOptions } from './vite-options.ts'

const root = resolve(import.meta.dirname, '..')
const resolved = (command: 'build' | 'serve') =>
  resolveConfig({ configFile: false, ...viteOptions(root, {}, command) }, command)

describe('the production build', () => {
  it('is made of index.html alone: other pages beside it are of the development build', async () => {
    const { build, publicDir } = await resolved('build')
    // Without an input of its own a build is made of its root's index.html.
    expect([build.rolldownOptions.input, build.lib, build.ssr]).toEqual([undefined, false, false])
    expect(publicDir).toBe(resolve(root, 'public'))
  })
})

describe('the development build', () => {
  it('serves each page of its folder to this machine alone, and hands calls on to the server', async () => {
    const { appType, root: served, server } = await resolved('serve')
    expect([appType, served, server.host]).toEqual(['spa', root, '127.0.0.1'])
    expect(Object.keys(server.proxy ?? {})).toEqual(['/api', '/socket.io'])
  })
})

describe('the settings of a build', () => {
  /** What a build of these settings makes of the module that reads them. */
  async function builtSettings(env: NodeJS.ProcessEnv): Promise<unknown> {
    const { build: _, ...options } = viteOptions(root, env, 'build')
    const input = resolve(root, 'src/lib/build-settings.ts')
    const made = await build({
      ...options,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry: input, formats: ['es'], fileName: 'settings' } },
    })
    const code = [made]
      .flat()
      .flatMap((one) => ('output' in one ? one.output : []))
      .map((file) => ('code' in file ? file.code : ''))
      .join('')
    return import(`data:text/javascript,${encodeURIComponent(code)}`)
  }

  it.each([
    ['GEN-003', {}, { isLaos: false, isIframe: false, providerHost: '' }],
    ['GEN-012', { KRAPAO_LAOS: '1' }, { isLaos: true, isIframe: false, providerHost: '' }],
    ['GEN-013', { KRAPAO_IFRAME: '1' }, { isLaos: false, isIframe: true, providerHost: '' }],
    ['GEN-014', { KRAPAO_IFRAME: '0' }, { isLaos: false, isIframe: false, providerHost: '' }],
    [
      'GEN-015',
      { KRAPAO_PROVIDER_HOST: 'play.example' },
      { isLaos: false, isIframe: false, providerHost: 'play.example' },
    ],
  ])('[%s] are fixed into it: %j', async (_, env, buildSettings) => {
    expect(await builtSettings(env)).toMatchObject({ buildSettings, appVersion: '1.1.12' })
  })

  it('take nothing else out of the environment', () => {
    const { define } = viteOptions(root, { KRAPAO_SECRET: 'hidden', VITE_SECRET: 'hidden' }, 'build')
    expect(JSON.stringify(define)).not.toContain('hidden')
  })
})
