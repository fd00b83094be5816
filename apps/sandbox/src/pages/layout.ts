import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Icon } from './icons.ts'
import { icons } from './icons.ts'

/** The party a page belongs to; it decides the page's colour and what is marked in the navigation. */
export type Party = 'index' | 'phone' | 'bank' | 'gift' | 'games' | 'faults'

/** A page before the common parts are put around it. */
export interface Page {
  readonly title: string
  /** The title in Thai, beside the English one. */
  readonly thai: string
  readonly party: Party
  /** Where the page was come to from, when it is no party's first page. */
  readonly back?: { readonly path: string; readonly label: string }
  readonly content: Html
}

/** What every page shows of the others: numbers on the navigation. */
export interface Surroundings {
  readonly waitingQrs: number
  readonly faultsSet: number
  readonly walletUrl: string
}

const ways: readonly { readonly party: Party & Icon; readonly path: string; readonly label: string }[] = [
  { party: 'phone', path: '/phone', label: 'Phone' },
  { party: 'bank', path: '/bank', label: 'Bank' },
  { party: 'gift', path: '/gifts', label: 'Gifts' },
  { party: 'games', path: '/games', label: 'Games' },
  { party: 'faults', path: '/faults', label: 'Faults' },
]

/** A page of the sandbox with its head, its navigation and its title. */
export function layout(page: Page, around: Surroundings): Html {
  const counts: Partial<Record<Party, Html>> = {
    bank: count('nav-bank', around.waitingQrs, 'waiting'),
    faults: count('nav-faults', around.faultsSet, 'set'),
  }
  return document(
    { title: page.title, className: `party-${page.party}`, scripts: ['/assets/page.js'] },
    html`<a class="skip" href="#main">Skip to the content</a>
      <header class="top">
        <div class="top-row">
          <a class="badge" href="/">${icons.bucket}<span>Sandbox</span></a>
          <p class="top-note">Nothing here is real<span lang="th">ระบบจำลอง</span></p>
          <a class="to-wallet" href="${around.walletUrl}">Wallet${icons.outside}</a>
        </div>
        <nav aria-label="Parties">
          ${ways.map(
            ({ party, path, label }) =>
              html`<a href="${path}" class="way way-${party}" ${party === page.party ? html`aria-current="page"` : null}
                >${icons[party]}<span>${label}</span>${counts[party] ?? null}</a
              >`,
          )}
        </nav>
      </header>
      <main id="main" tabindex="-1">
        ${backLine(page)} ${page.party === 'index' ? null : heading(page)} ${page.content}
      </main>
      <p id="news" class="unseen" role="status"></p>`,
  )
}

function backLine({ back }: Page): Html | null {
  if (back === undefined) return null
  return html`<p class="back-line"><a href="${back.path}">${icons.back} ${back.label}</a></p>`
}

function heading({ title, thai }: Page): Html {
  return html`<div class="title">
    <h1>${title}</h1>
    <p lang="th">${thai}</p>
  </div>`
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
        ${head.scripts.map((script) => html`<script src="${script}" type="module"></script>`)}
      </head>
      <body class="${head.className}">
        ${body}
      </body>
    </html>`
}

function count(id: string, number: number, word: string): Html {
  return number === 0
    ? html`<span id="${id}" data-live hidden></span>`
    : html`<span id="${id}" data-live class="count">${number}<span class="unseen"> ${word}</span></span>`
}
