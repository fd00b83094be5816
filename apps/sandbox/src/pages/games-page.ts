import type { Site } from '../games/providers.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { list, money } from './kit.ts'
import type { Page } from './layout.ts'

/** A provider on the list: how many play there and what they have. */
export interface ProviderLine {
  readonly site: Site
  readonly players: number
  readonly creditsHundredths: number
}

/** The providers' sites. */
export function gamesPage(providers: readonly ProviderLine[]): Page {
  const rows = providers.map(({ site: { code, name, hue }, players, creditsHundredths }) => ({
    key: code,
    look: `hue-${hue}`,
    href: `/games/${code}`,
    mark: code.slice(0, 2),
    lines: [
      html`<strong>${name} <span class="quiet">${code}</span></strong>`,
      html`<span class="quiet">${playersText(players)}</span>`,
    ],
    end: html`${players === 0 ? null : money(creditsHundredths, null)} ${icons.next}`,
  }))
  return {
    party: 'games',
    content: html`<p class="lead">
        Each provider has a site of its own. A player gets there by “Play” in the wallet, or with the name and password
        of the game account.
      </p>
      ${list({ id: 'providers', look: 'tiles' }, rows)}`,
  }
}

function playersText(players: number): string {
  if (players === 0) return 'Nobody plays yet'
  return players === 1 ? '1 player' : `${players} players`
}
