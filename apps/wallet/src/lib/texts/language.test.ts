import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it('[GEN-003] is Thai by default', async () => {
  const { defaultLanguage } = await import('./language.ts')
  expect(defaultLanguage()).toBe('th')
})

it('[GEN-004] is Lao by default in the build for Laos', async () => {
  vi.stubEnv('KRAPAO_LAOS', '1')
  const { defaultLanguage } = await import('./language.ts')
  expect(defaultLanguage()).toBe('lo')
})
