/** Bonuses for inviting friends: pure decisions (rulings 4.6). */

/** What is known of an inviter when he wants to receive. */
export interface InviterFacts {
  /** Whether any friend of his has played, under no bonus. */
  hasPlayingInvitee: boolean
  /** Satang on his invite account. */
  amountMinor: number
  /** Whether he has received an invite bonus before. */
  hasReceived: boolean
}

/** Why there is nothing to receive, in the order of rulings 4.6 and after INVITE_INACTIVE; null when there is something. */
export function inviteProblem(
  facts: InviterFacts,
): 'NO_INVITEE_PLAY_INFO' | 'INVITE_COLLECT' | 'NO_INVITE_BONUS' | null {
  if (facts.amountMinor > 0) return null
  if (!facts.hasPlayingInvitee) return 'NO_INVITEE_PLAY_INFO'
  return facts.hasReceived ? 'INVITE_COLLECT' : 'NO_INVITE_BONUS'
}

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/**
 * A name of which only the first letter of each word is told: "Somchai Jaidee" becomes "S*** J***". How long the words
 * are is not told. A letter has its marks with it, as Thai and Lao write them.
 */
export function maskedName(name: string): string {
  return name
    .split(/\s+/u)
    .flatMap((word) => [...letters.segment(word)].slice(0, 1))
    .map(({ segment }) => `${segment}***`)
    .join(' ')
}
