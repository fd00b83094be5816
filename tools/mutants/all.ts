import { cashierMutants } from './cashier.ts'
import { contractMutants } from './contract.ts'
import { gamesMutants } from './games.ts'
import { codeMutants } from './ledger-code.ts'
import { groupMutants } from './ledger-group.ts'
import { ruleMutants } from './ledger-rule.ts'
import { schemaMutants } from './ledger-schema.ts'
import { membersMutants } from './members.ts'
import type { Mutant } from './mutant.ts'
import type { Planting } from './plant.ts'
import { platformMutants } from './platform.ts'
import { releaseMutants } from './release.ts'
import { rewardsMutants } from './rewards.ts'
import { staffMutants } from './staff.ts'

function inRoom(room: string, mutants: readonly Mutant[]): Planting[] {
  const prefix = `${room}/src/`
  return mutants.map((mutant) => ({
    name: mutant.name,
    file: `${prefix}${mutant.file}`,
    find: mutant.find,
    replace: mutant.replace,
    tests: mutant.tests.map((test) => `${prefix}${test}.test.ts`),
  }))
}

/** Every bug there is to plant, its files from the checkout's root on. */
export function allPlantings(): Planting[] {
  return [
    ...inRoom('packages/ledger', [...schemaMutants, ...ruleMutants, ...groupMutants, ...codeMutants]),
    ...inRoom('packages/contract', contractMutants),
    ...inRoom('apps/server', [
      ...cashierMutants,
      ...gamesMutants,
      ...releaseMutants,
      ...rewardsMutants,
      ...membersMutants,
      ...staffMutants,
      ...platformMutants,
    ]),
  ]
}
