import { hueOf, providerName } from '../games/providers.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { credits } from './parts.ts'

/** A provider on the list: how many play there and what they have. */
export interface ProviderLine {
  readonly code: string
  readonly players: number
  readonly creditsHundredths: number
}

/** The providers' sites. */
export function gamesPage(providers: readonly ProviderLine[]): Page {
  return {
    title: 'Games',
    thai: 'ค่ายเกม',
    party: 'games',
    content: html`<p class="lead">
        Each provider has a site of its own. A player gets there by “Play” in the wallet, or with the name and password
        of the game account.
      </p>
      <ul class="providers" id="providers" data-live>
        ${providers.map(providerItem)}
      </ul>`,
  }
}

function providerItem(provider: ProviderLine): Html {
  return html`<li data-key="${provider.code}" class="hue-${hueOf(provider.code)}">
    <a href="/games/${provider.code}">
      <span class="provider-mark" aria-hidden="true">${provider.code.slice(0, 2)}</span>
      <span class="provider-lines">
        <strong>${providerName(provider.code)} <span class="quiet">${provider.code}</span></strong>
        <span class="quiet">${playersText(provider.players)}</span>
      </span>
      ${provider.players === 0 ? null : html`<span class="quiet provider-credits">${credits(provider.creditsHundredths)}</span>`}
      ${icons.next}
    </a>
  </li>`
}

function playersText(players: number): string {
  if (players === 0) return 'Nobody plays yet'
  return players === 1 ? '1 player' : `${players} players`
}
