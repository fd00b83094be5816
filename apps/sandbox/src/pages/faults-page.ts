import type { Fault } from '../faults/faults.ts'
import { faultModes, parties } from '../faults/faults.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { layout, options } from './layout.ts'

/** What each mode does, for the list under the switches (rulings 6.7). */
const meanings: readonly (readonly [string, string])[] = [
  ['error', 'answers HTTP 500 before anything happened'],
  ['refuse', 'answers its documented refusal'],
  ['slow', 'every call waits'],
  ['down', 'every call is answered with 503'],
  ['late', 'no answer and “not found” for a while, then it happens; a payment stays unknown for that while'],
  ['cut-before', 'the connection breaks before anything happened'],
  ['cut-after', 'it happens, then the connection breaks'],
  ['in-progress', 'accepted, and done after a while'],
  ['duplicate-callback', 'the bank calls back twice'],
  ['drop-callback', 'the bank never calls back'],
  ['out-of-order', 'the callback is held until a later one has gone out, or for the given time'],
]

/** The switches: one form for all parties, and what is set. */
export function faultsPage(faults: readonly Fault[], problem: string | null): Html {
  const touched = faults.filter((fault) => fault.mode !== 'none' || fault.firedEver > 0)
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  return layout(
    'Faults',
    html`${problem === null ? null : html`<p role="alert" class="problem">${problem}</p>`}
      <form method="post" action="/faults" class="card">
        <label
          >Party
          <select name="party">
            ${options(choices(parties), 'bank')}
          </select></label
        >
        <label
          >Mode
          <select name="mode">
            ${options(choices(faultModes), 'none')}
          </select></label
        >
        <label>Times (empty: until changed) <input name="times" inputmode="numeric" /></label>
        <label>Milliseconds (empty: 3000) <input name="ms" inputmode="numeric" /></label>
        <button>Set</button>
      </form>
      <h2>What is set</h2>
      ${touched.length === 0 ? html`<p>Every party behaves.</p>` : null}
      <ul class="messages">
        ${touched.map(faultItem)}
      </ul>
      <h2>Modes</h2>
      <dl>
        ${meanings.map(
          ([mode, meaning]) =>
            html`<dt>${mode}</dt>
              <dd>${meaning}</dd>`,
        )}
      </dl>
      <p>All but slow and down touch only calls that move money and the sending of a message.</p>`,
  )
}

function faultItem(fault: Fault): Html {
  const left = fault.left === null ? 'until changed' : `${fault.left} of ${fault.times} left`
  const state = fault.mode === 'none' ? 'behaves' : `${fault.mode}, ${left}, ${fault.ms} ms`
  return html`<li>
    <p><strong>${fault.party}</strong> ${state}</p>
    <p class="meta">fired ${fault.fired} times, ${fault.firedEver} since the beginning</p>
    <form method="post" action="/faults">
      <input type="hidden" name="party" value="${fault.party}" /><input type="hidden" name="mode" value="none" />
      <button class="quiet">Switch off</button>
    </form>
  </li>`
}
