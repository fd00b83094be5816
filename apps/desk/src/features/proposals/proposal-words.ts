import type { DeskProposal } from '@krapao/contract'
import { formatChange } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './proposal-texts.json'

export type ProposalTexts = ReturnType<typeof useProposalTexts>

/** The texts of this place. */
export function useProposalTexts() {
  return usePlaceTexts(table)
}

/** What is proposed; a kind that has no words yet by its own name. */
export function kindText({ words, has }: ProposalTexts, kind: string): string {
  const id = `kind.${kind}`
  return has(id) ? words(id) : kind
}

/** Who proposed or decided: one of the staff, or somebody at the command line. */
export function whoText({ words }: ProposalTexts, agent: DeskProposal['agent'], myId: string): string {
  if (agent === null) return words('proposals.cli')
  return agent._id === myId ? words('proposals.you') : agent.name
}

/** The terms by their names; what has no words yet is shown as it was sent. */
export function termsOf({ words, has }: ProposalTexts, terms: DeskProposal['terms']): (readonly [string, string])[] {
  return Object.entries(terms)
    .filter(([name, value]) => value !== null && value !== '' && name !== 'memberId')
    .map(([name, value]) => {
      const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
      const [nameId, valueId] = [`term.${name}`, `${name}.${plain}`]
      const shown =
        name === 'amount' && typeof value === 'number'
          ? (formatChange(value) ?? plain)
          : has(valueId)
            ? words(valueId)
            : plain
      return [has(nameId) ? words(nameId) : name, shown] as const
    })
}
