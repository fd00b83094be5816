import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Icon } from './icons.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both } from './parts.ts'

/** What the first page tells of the parties. */
export interface IndexView {
  readonly inboxes: number
  readonly waitingQrs: number
  readonly payouts: number
  readonly gifts: number
  readonly players: number
  readonly faultsSet: number
  readonly walletUrl: string
}

/** The first page: what the sandbox is, the ways to its parties, and a walk through the product. */
export function indexPage(view: IndexView): Page {
  return {
    title: 'The outside world',
    thai: 'โลกภายนอกจำลอง',
    party: 'index',
    content: html`<section class="hero">
        <h1>The outside world, on this machine</h1>
        <p>
          Everybody the wallet deals with is played here: a phone, the banks, a maker of gift links, the game providers.
          No money and no message is real, so try anything.
        </p>
        <p lang="th" class="quiet">ทุกฝ่ายที่กระเป๋าเงินติดต่อด้วยจำลองไว้ที่นี่ ไม่มีเงินจริงและไม่มีข้อความจริง</p>
      </section>
      <ul class="tiles" id="tiles" data-live>
        ${tile('phone', '/phone', 'Phone', 'โทรศัพท์', 'Text messages with their codes', counted(view.inboxes, 'inbox', 'inboxes'))}
        ${tile('bank', '/bank', 'Bank', 'ธนาคาร', 'Pay a QR, transfer, e-slips, payouts', bankState(view))}
        ${tile('gift', '/gifts', 'Gifts', 'ซองของขวัญ', 'Gift links for one or for many people', counted(view.gifts, 'link', 'links'))}
        ${tile('games', '/games', 'Games', 'เกม', 'The providers’ own sites, with a game', counted(view.players, 'player', 'players'))}
        ${tile('faults', '/faults', 'Faults', 'เหตุขัดข้อง', 'Make a party slow, silent or wrong', view.faultsSet === 0 ? 'Everybody behaves' : counted(view.faultsSet, 'fault set', 'faults set'))}
      </ul>
      ${walk(view.walletUrl)}`,
  }
}

function tile(party: Icon, path: string, title: string, thai: string, words: string, state: string): Html {
  return html`<li data-key="${party}" class="tile way-${party}">
    <a href="${path}">
      <span class="tile-icon">${icons[party]}</span>
      <span class="tile-title">${both(title, thai)}</span>
      <span class="tile-words">${words}</span>
      <span class="tile-state">${state}</span>
    </a>
  </li>`
}

function walk(walletUrl: string): Html {
  return html`<section class="card walk" aria-labelledby="walk-title">
    <h2 id="walk-title">${both('A walk of five minutes', 'ทดลองใช้ใน 5 นาที')}</h2>
    <ol>
      <li>
        <p>
          <a href="${walletUrl}">Open the wallet</a> and register. The code arrives on the <a href="/phone">phone</a>.
        </p>
      </li>
      <li>
        <p>
          Deposit by QR. It waits at the <a href="/bank">bank</a>: choose it, look it over, pay. Or make a
          <a href="/gifts">gift link</a> and send it in.
        </p>
      </li>
      <li>
        <p>Activate a game, move some money in, and play at the <a href="/games">provider’s site</a>.</p>
      </li>
      <li>
        <p>Bring the rest back and withdraw. The <a href="/bank/payouts">payout</a> leaves the bank a moment later.</p>
      </li>
      <li>
        <p>Now break something: set a <a href="/faults">fault</a> and do it again. No money gets lost.</p>
      </li>
    </ol>
  </section>`
}

function bankState({ waitingQrs, payouts }: IndexView): string {
  const waiting = waitingQrs === 0 ? 'No QR waits' : counted(waitingQrs, 'QR waits', 'QRs wait')
  return payouts === 0 ? waiting : `${waiting} · ${counted(payouts, 'payout', 'payouts')}`
}

function counted(number: number, one: string, many: string): string {
  if (number === 0) return `No ${many}`
  return number === 1 ? `1 ${one}` : `${number} ${many}`
}
