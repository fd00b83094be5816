import { html } from './html.ts'
import { icons } from './icons.ts'
import { both, card, list } from './kit.ts'
import { type Page, partiesOf, type Party } from './layout.ts'

/** What the first page tells of the parties. */
export interface IndexView {
  readonly inboxes: number
  readonly waitingQrs: number
  readonly payouts: number
  readonly gifts: number
  readonly players: number
  readonly faultsSet: number
  readonly walletUrl: string
  readonly hasStaff: boolean
}

/** The first page: what the sandbox is, the ways to its parties, and a walk through the product. */
export function indexPage(view: IndexView): Page {
  const states: Readonly<Record<Party, string>> = {
    phone: counted(view.inboxes, 'inbox', 'inboxes'),
    bank: bankState(view),
    gift: counted(view.gifts, 'link', 'links'),
    games: counted(view.players, 'player', 'players'),
    staff: 'Passwords and codes',
    faults: view.faultsSet === 0 ? 'Everybody behaves' : counted(view.faultsSet, 'fault set', 'faults set'),
  }
  const tiles = partiesOf(view.hasStaff).map(({ party, path, title, words }) => ({
    key: party,
    look: `of-${party}`,
    href: path,
    mark: icons[party],
    lines: [
      html`<strong>${both(title[0], title[1])}</strong>`,
      html`<span class="quiet">${words}</span>`,
      states[party],
    ],
  }))
  return {
    party: null,
    content: html`<section class="hero">
        <h1>The outside world, on this machine</h1>
        <p>
          Everybody the wallet deals with is played here: a phone, the banks, a maker of gift links, the game providers.
          No money and no message is real, so try anything.
        </p>
        <p lang="th" class="quiet">ทุกฝ่ายที่กระเป๋าเงินติดต่อด้วยจำลองไว้ที่นี่ ไม่มีเงินจริงและไม่มีข้อความจริง</p>
      </section>
      ${list({ id: 'tiles', look: 'tiles five' }, tiles)}
      ${card('walk', ['A walk of five minutes', 'ทดลองใช้ใน 5 นาที'], walk(view.walletUrl))}`,
  }
}

function walk(walletUrl: string) {
  return html`<ol class="walk">
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
  </ol>`
}

function bankState({ waitingQrs, payouts }: IndexView): string {
  const waiting = waitingQrs === 0 ? 'No QR waits' : counted(waitingQrs, 'QR waits', 'QRs wait')
  return payouts === 0 ? waiting : `${waiting} · ${counted(payouts, 'payout', 'payouts')}`
}

function counted(number: number, one: string, many: string): string {
  if (number === 0) return `No ${many}`
  return number === 1 ? `1 ${one}` : `${number} ${many}`
}
