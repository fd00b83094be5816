import type { StaffMember } from '../staff/staff.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { copyButton, list } from './kit.ts'
import type { Page } from './layout.ts'

/** How the demo operator's staff get in at the desk, with the codes of this half minute. */
export function staffPage(staff: readonly StaffMember[], deskUrl: string): Page {
  const rows = staff.map(({ username, password, totp, roles }) => ({
    key: username,
    mark: username.slice(0, 2),
    lines: [html`<strong>${username}</strong> <span class="quiet">${roles.join(', ')}</span>`],
    under: html`<div>
      <div class="code-line">
        <span class="code">${password}</span> ${copyButton(password, `the password of ${username}`)}
      </div>
      <div class="code-line"><span class="code">${totp}</span> ${copyButton(totp, `the code of ${username}`)}</div>
    </div>`,
  }))
  return {
    party: 'staff',
    content: html`<p class="lead">
        Two of the operator’s staff, who log in at the <a href="${deskUrl}">desk${icons.outside}</a> with user name,
        password and code. A code changes every 30 seconds and is good once.
      </p>
      ${list({ id: 'staff', look: 'rows card' }, rows)}`,
  }
}
