import type { BackofficeParts } from '../modules/backoffice/backoffice.parts.ts'
import { decisionCommands } from '../modules/backoffice/decisions/decision.commands.ts'
import type { DecisionKind } from '../modules/deeds/index.ts'
import type { Command } from '../platform/commands/index.ts'

/** What decides about these kinds alone at the command line, where a test has a module and no back office. */
export function commandsOfKinds(
  parts: Pick<BackofficeParts, 'database' | 'clock' | 'members'>,
  decisionKinds: readonly DecisionKind[],
): Command[] {
  const { database, clock, members } = parts
  const staff = { namesOf: () => Promise.resolve(new Map<string, string>()) }
  return decisionCommands({ database, clock, members, decisionKinds, staff } as unknown as BackofficeParts)
}
