interface PlayedGame {
  factor: number
  provider: unknown
}

/** What of a game that is played would change, and why it may not. */
export function keptOfGame(game: PlayedGame, before: PlayedGame): { field: string; had: string; why: string } | null {
  if (before.factor !== game.factor) {
    // Money at a provider is counted in its credits: another factor would make it more or less.
    const why = 'what members have there is counted by that, so that it stays'
    return { field: 'factor', had: `${before.factor}`, why }
  }
  if (before.provider === null) return null
  // Whom nobody asks any more, or another one who knows none of it, would be taken to have no money and no transfer of ours.
  const had = familyOf(before)
  if (had === familyOf(game)) return null
  const why = 'members have accounts there, so that another provider is another game; this one can be switched off'
  return { field: 'provider.family', had, why }
}

function familyOf({ provider }: PlayedGame): string {
  return (provider as { family?: string } | null)?.family ?? 'no provider'
}

/** Where a game's link leads; null where it is relative and there is nothing outside that it could lead to. */
export function resolveLink(link: string | null, outsideUrl: string | null): string | null {
  if (link === null || !link.startsWith('/')) return link
  return outsideUrl === null ? null : new URL(link, outsideUrl).href
}
