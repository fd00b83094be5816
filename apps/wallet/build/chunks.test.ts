import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { chunks } from './chunks.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const choices = /\{([^}]*)\}/

/** A glob with choices, one for each choice. */
const globsIn = (glob: string): string[] =>
  choices
    .exec(glob)?.[1]
    ?.split(',')
    .map((choice) => glob.replace(choices, choice)) ?? [glob]

it.each(chunks.map(({ name, of, but = [] }) => [name, [...of, ...but]] as const))(
  'the chunk %s names sources that are there',
  (_, named) => {
    const missing = named.flatMap(globsIn).filter((glob) => globSync(glob, { cwd: checkout }).length === 0)
    expect(missing).toEqual([])
  },
)
