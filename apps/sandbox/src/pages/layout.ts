import type { Html } from './html.ts'
import { html } from './html.ts'

/** A page of the sandbox around its content. */
export function layout(title: string, content: Html, script: string | null = null): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="/assets/sandbox.css" />
        <link rel="icon" href="data:," />
        ${script === null ? null : html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <header>
          <nav aria-label="Parties">
            <a href="/">Sandbox</a><a href="/phone">Phone</a><a href="/bank">Bank</a><a href="/faults">Faults</a>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** A time as people read it, in Bangkok: 21 Nov 2026 16:30:05. */
export function timeText(time: Date): string {
  const day = time.toLocaleDateString('en-GB', {
    timeZone: 'Asia/Bangkok',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return `${day} ${time.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })}`
}

/** The choices of a select box. */
export function options(choices: readonly { value: string; label: string }[], chosen: string): Html[] {
  return choices.map(({ value, label }) =>
    value === chosen
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`,
  )
}
