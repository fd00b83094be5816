import { resolve } from 'node:path'
import { resolveConfig } from 'vite'
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
