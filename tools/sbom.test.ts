import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'
import { sbom, sbomOf } from './sbom.ts'

const versionsOf = (file: string): [string, string][] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.entries(dependencies)
}

describe('the bill of materials', () => {
  const bill = sbom()

  it('has the form of CycloneDX 1.5, whose references all lead to something', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    const refs = [bill.metadata.component, ...bill.components].map((one) => one['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    for (const one of bill.components) {
      expect(one).toMatchObject({
        type: 'library',
        purl: expect.stringMatching(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d+\.\d+/),
      })
      for (const { alg, content } of one.hashes ?? []) expect([alg, content.length]).toEqual(['SHA-512', 128])
    }
    const led = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(led.filter((ref) => !refs.includes(ref))).toEqual([])
  })

  it('names every dependency of what runs, with the hash of its content, and nothing of the tests', () => {
    const known = new Map(bill.components.map((one) => [one.purl, one]))
    const wanted = ['server', 'wallet', 'desk'].flatMap((app) => versionsOf(`apps/${app}/package.json`))
    expect(wanted.length).toBeGreaterThan(25)
    for (const [name, version] of wanted) {
      const one = known.get(`pkg:npm/${name.replace(/^@/, '%40')}@${version}`)
      expect(one, name).toBeDefined()
      if (!name.startsWith('@krapao/')) expect(one?.hashes, name).toHaveLength(1)
    }
    expect(bill.components.filter(({ name }) => /^(vitest|fast-check|oxlint|playwright)/.test(name))).toEqual([])
  })

  it('is the same, byte for byte, for the same lock file, and another one for another', () => {
    expect(JSON.stringify(sbom())).toBe(JSON.stringify(bill))
    const one = {
      '': { name: 'a', version: '1.0.0', dependencies: { b: '1.0.0' } },
      'node_modules/b': { version: '1.0.0' },
    }
    const other = { ...one, 'node_modules/b': { version: '1.0.1' } }
    expect(sbomOf(one).serialNumber).not.toBe(sbomOf(other).serialNumber)
    expect(sbomOf(one).dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] })
  })
})
