import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../processes.ts'
import { allPlantings } from './all.ts'

it('every bug to plant has its place in the sources, once, and tests that are there', () => {
  const drifted = allPlantings().filter(({ file, find, tests }) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.split(find).length !== 2 || tests.some((test) => !existsSync(join(root, test)))
  })
  expect(drifted.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
})
