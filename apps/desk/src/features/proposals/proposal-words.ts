import type { DeskProposal } from '@krapao/contract'
import { formatAmount, fromWireAmount, toWireAmount } from '@krapao/money'
import { actorText } from '../../lib/actor-text.ts'
import { formatChange } from '../../lib/formats.ts'
import { named, usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './proposal-texts.json'

export type ProposalTexts = ReturnType<typeof useProposalTexts>

/** The texts of this place. */
export function useProposalTexts() {
  return usePlaceTexts(table)
}

/** What is proposed; a kind that has no words yet by its own name. */
export const kindText = (texts: ProposalTexts, kind: string): string => named(texts, `kind.${kind}`, kind)

/** Who proposed or decided: one of the staff, or somebody at the command line. */
export function whoText(texts: ProposalTexts, agent: DeskProposal['agent'], myId: string): string {
  return agent?._id === myId ? texts.words('proposals.you') : actorText('cli:', texts, agent)
}

/** Terms that are money: in baht, or in satang where they say so. */
const amounts = new Set(['amount', 'amountMinor', 'changeMinor'])

const minorOf = (amount: number | null): number | null => (amount === null ? null : fromWireAmount(amount))

/** What means nothing to who reads it: ids, and the version that was seen. */
const untold = new Set(['memberId', 'member', 'legId', 'readingId', 'id', 'version', 'document', 'number'])

/** The terms by their names, without its amount, which stands above them; what has no words yet is shown as it was sent. */
export function termsOf(
  { words, has }: ProposalTexts,
  { terms, amount }: Pick<DeskProposal, 'terms' | 'amount'>,
): (readonly [string, string])[] {
  const { fields, ...others } = terms
  // What a decision asks for stands in its terms as a whole.
  const asked = typeof fields === 'object' && fields !== null ? fields : {}
  return Object.entries({ ...others, ...asked })
    .filter(([name, value]) => value !== null && value !== '' && !untold.has(name))
    .filter(([name, value]) => !amounts.has(name) || value !== (name.endsWith('Minor') ? minorOf(amount) : amount))
    .map(([name, value]) => {
      const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
      const [nameId, valueId] = [`term.${name}`, `${name}.${plain}`]
      // A setting that is money is kept in satang.
      const isSetting = String(terms['name']).endsWith('Minor') && /^(value|before)$/.test(name)
      const shown =
        typeof value === 'number' && isSetting
          ? formatAmount(value)
          : typeof value === 'number' && amounts.has(name)
            ? formatChange(name.endsWith('Minor') ? toWireAmount(value) : value)
            : has(valueId)
              ? words(valueId)
              : plain
      return [has(nameId) ? words(nameId) : name, shown] as const
    })
}
