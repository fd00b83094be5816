import { providerCodes } from '../games/providers.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

/** The first page: what the sandbox is, and the ways to its parties. */
export function indexPage(): Html {
  return layout(
    'The outside world',
    html`<p>Everybody the wallet deals with, played on this machine. No money and no message here is real.</p>
      <ul class="tiles">
        <li><a href="/phone">Phone</a> the text messages that were sent</li>
        <li><a href="/bank">Bank</a> pay a QR, transfer, e-slips, payouts</li>
        <li><a href="/faults">Faults</a> make a party slow, silent or wrong</li>
      </ul>
      <h2>Game providers</h2>
      <ul class="chips">
        ${providerCodes.map((code) => html`<li><a href="/games/${code}">${code}</a></li>`)}
      </ul>`,
  )
}
