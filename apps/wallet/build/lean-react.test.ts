import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { cutReact, cutsOfReact, leftOutOfQueries } from './lean-react.ts'

const require = createRequire(import.meta.url)
const sources = globSync(['apps/wallet/src/**/*.{ts,tsx}', 'packages/web/src/**/*.{ts,tsx}'], {
  cwd: join(import.meta.dirname, '..', '..', '..'),
})

/** What reaches the parts of React, and of TanStack Query, that are left out. */
const used = [
  /\b(hydrateRoot|ViewTransition|addTransitionType|Activity|SuspenseList|useActionState|useFormStatus)\b/,
  /\b(preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS|requestFormReset)\b[^\n]*'react-dom'/,
  /<(link|style|script|meta|title|html|head|body)[\s>/]/,
  /<Fragment[^>]*\bref=/,
  /<[a-z]+-[a-z]/,
  /\b(useMutation|useInfiniteQuery|fetchInfiniteQuery)\b/,
]

describe('React without what is not used', () => {
  it('finds all that it cuts, and leaves a script', () => {
    for (const cuts of cutsOfReact) {
      const [library = '', ...path] = cuts.file.split('/')
      const whole = readFileSync(join(dirname(require.resolve(`${library}/package.json`)), ...path), 'utf8')
      const lean = cutReact(whole, cuts)
      expect(lean.length).toBeLessThan(whole.length * 0.9)
      expect(() => new Script(lean)).not.toThrow()
    }
    for (const file of Object.keys(leftOutOfQueries)) {
      const [, , ...path] = file.split('/')
      const folder = join(dirname(require.resolve('@tanstack/react-query')), '..', '..', '..', 'query-core')
      expect(readFileSync(join(folder, ...path), 'utf8')).toContain('export')
    }
  })

  it('refuses a React that it does not know', () => {
    const [first] = cutsOfReact
    expect(first).toBeDefined()
    if (first !== undefined) expect(() => cutReact('function other() {\n}\n', first)).toThrow('any more')
  })

  it('is enough for the app: no source uses what is left out', () => {
    expect(sources.length).toBeGreaterThan(300)
    const found = sources.filter((file) => {
      if (file.includes('.test.')) return false
      const code = readFileSync(join(import.meta.dirname, '..', '..', '..', file), 'utf8')
      const drawn = code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
      return used.some((use) => use.test(drawn))
    })
    expect(found).toEqual([])
  })
})
