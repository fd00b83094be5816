import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { problemNote, type Words } from './kit.ts'

/** Everybody who has pages, in the order of the navigation, and what one can do there. */
const parties = [
  { party: 'phone', path: '/phone', title: ['Phone', 'โทรศัพท์'], words: 'Text messages with their codes' },
  { party: 'bank', path: '/bank', title: ['Bank', 'ธนาคาร'], words: 'Pay a QR, transfer, e-slips, payouts' },
  { party: 'gift', path: '/gifts', title: ['Gifts', 'ซองของขวัญ'], words: 'Gift links for one or for many people' },
  { party: 'games', path: '/games', title: ['Games', 'ค่ายเกม'], words: 'The providers’ own sites, with a game' },
  { party: 'staff', path: '/staff', title: ['Staff', 'ทีมงาน'], words: 'Who works at the operator’s desk' },
  { party: 'faults', path: '/faults', title: ['Faults', 'จำลองเหตุขัดข้อง'], words: 'Make a party slow, silent or wrong' },
] as const

/** The party a page belongs to: it decides the page's colour and what is marked in the navigation. */
export type Party = (typeof parties)[number]['party']

/** A page before the common parts are put around it. */
export interface Page {
  /** Null for the first page of all, which has a heading of its own. */
  readonly party: Party | null
  /** Its title, where it is not the party's. */
  readonly title?: Words
  /** Where it was come to from, when it is no party's first page. */
  readonly back?: { readonly path: string; readonly label: string }
  readonly problem?: string | null
  readonly content: Html
}

/** What every page shows of the others: numbers on the navigation. */
export interface Surroundings {
  readonly waitingQrs: number
  readonly faultsSet: number
  readonly walletUrl: string
  /** Whether the demo's staff is shown. */
  readonly hasStaff: boolean
}

/** The parties there are: staff only of the demo operator. */
export const partiesOf = (hasStaff: boolean) => parties.filter(({ party }) => hasStaff || party !== 'staff')

/** A page of the sandbox with its head, its navigation and its title. */
export function layout(page: Page, around: Surroundings): Html {
  const own = parties.find(({ party }) => party === page.party)
  const title = page.title ?? own?.title
  const counts: Partial<Record<Party, Html>> = {
    bank: count('nav-bank', around.waitingQrs, 'waiting'),
    faults: count('nav-faults', around.faultsSet, 'set'),
  }
  return document(
    { title: title?.[0] ?? 'The outside world', className: `of-${page.party ?? 'all'}`, scripts: ['page'] },
    html`<a class="skip" href="#main">Skip to the content</a>
      <header class="top">
        <div class="top-row">
          <a class="badge" href="/">${icons.bucket}<span>Sandbox</span></a>
          <p class="top-note">Nothing here is real<span lang="th">ระบบจำลอง</span></p>
          <a class="to-wallet" href="${around.walletUrl}">Wallet${icons.outside}</a>
        </div>
        <nav aria-label="Parties">
          ${partiesOf(around.hasStaff).map(
            ({ party, path, title: [name] }) =>
              html`<a href="${path}" class="way of-${party}" ${party === page.party ? html`aria-current="page"` : null}
                >${icons[party]}<span>${name}</span>${counts[party] ?? null}</a
              >`,
          )}
        </nav>
      </header>
      <main id="main" tabindex="-1">
        ${page.back === undefined ? null : html`<p class="back-line"><a href="${page.back.path}">${icons.back} ${page.back.label}</a></p>`}
        ${
          title === undefined
            ? null
            : html`<div class="title">
                <h1>${title[0]}</h1>
                <p lang="th">${title[1]}</p>
              </div>`
        }
        ${problemNote(page.problem ?? null)} ${page.content}
      </main>`,
  )
}

function count(id: string, number: number, word: string): Html {
  return number === 0
    ? html`<span id="${id}" data-live hidden></span>`
    : html`<span id="${id}" data-live class="count">${number}<span class="unseen"> ${word}</span></span>`
}

/** A whole document; nothing in it comes from elsewhere. */
export function document(head: { title: string; className: string; scripts: readonly string[] }, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${head.title} · Sandbox</title>
        <link rel="stylesheet" href="/assets/sandbox.css" />
        <link rel="stylesheet" href="/assets/game.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${head.scripts.map((script) => html`<script src="/assets/${script}.js" type="module"></script>`)}
      </head>
      <body class="${head.className}">
        ${body}
        <p id="news" class="unseen" role="status"></p>
      </body>
    </html>`
}
