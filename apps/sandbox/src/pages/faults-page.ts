import type { Fault, FaultMode } from '../faults/faults.ts'
import { isActive, modesOf } from '../faults/faults.ts'
import type { ModeWords } from './fault-words.ts'
import { explained, groupWords, kindOf, modeWords, partyName } from './fault-words.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Icon } from './icons.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both, problemNote } from './parts.ts'

/** What the faults' page shows. */
export interface FaultsView {
  readonly faults: readonly Fault[]
  /** The party whose switches are shown. */
  readonly party: string
  readonly problem: string | null
  /** What was typed next to the switches. */
  readonly typed: Readonly<Record<string, string>>
}

/** Every party with its state, the switches of one of them, and the one that makes all of them behave. */
export function faultsPage(view: FaultsView): Page {
  const set = view.faults.filter(isActive)
  const shown = view.faults.find((fault) => fault.party === view.party)
  return {
    title: 'Faults',
    thai: 'จำลองเหตุขัดข้อง',
    party: 'faults',
    content: html`${problemNote(view.problem)} ${overview(set)}
      <div class="split faults">
        <nav class="split-side parties" aria-labelledby="parties-title">
          <h2 id="parties-title">${both('Parties', 'คู่ติดต่อ')}</h2>
          <ul id="parties" data-live>
            ${view.faults.map((fault) => partyItem(fault, fault.party === view.party))}
          </ul>
        </nav>
        ${shown === undefined ? null : switches(shown, { ...termsOf(shown), ...view.typed })}
      </div>`,
  }
}

function overview(set: readonly Fault[]): Html {
  return html`<section
    class="card overview ${set.length === 0 ? '' : 'overview-set'}"
    id="overview"
    data-live
    aria-label="What is set"
  >
    ${
      set.length === 0
        ? html`<p class="overview-words">
            ${icons.check}<span>Everybody behaves. <span class="thai" lang="th">ทุกฝ่ายทำงานปกติ</span></span>
          </p>`
        : html`<ul class="set">
              ${set.map(
                (fault) =>
                  html`<li>
                    <a href="${pathOf(fault.party)}"><strong>${partyName(fault.party)}</strong> ${stateText(fault)}</a>
                  </li>`,
              )}
            </ul>
            <form method="post" action="/faults/reset">
              <button>${both('Reset all', 'ปิดทั้งหมด')}</button>
            </form>`
    }
  </section>`
}

function partyItem(fault: Fault, isShown: boolean): Html {
  const kind = kindOf(fault.party)
  const icon: Icon = { sms: 'phone', bank: 'bank', gift: 'gift', game: 'games' }[kind] as Icon
  const isSet = isActive(fault)
  return html`<li data-key="${fault.party}">
    <a href="${pathOf(fault.party)}" ${isShown ? html`aria-current="true"` : null} class="${isSet ? 'is-set' : ''}">
      ${icons[icon]}<span class="party-name">${partyName(fault.party)}</span>
      ${isSet ? html`<span class="chip chip-bad">${fault.mode}</span>` : null}
      ${fault.firedEver === 0 ? null : html`<span class="quiet fired">${fault.firedEver}<span class="unseen"> fired since the beginning</span>×</span>`}
    </a>
  </li>`
}

function switches(fault: Fault, typed: Readonly<Record<string, string>>): Html {
  const modes = modesOf(fault.party)
  const groups = Object.keys(groupWords) as ModeWords['group'][]
  return html`<section class="split-main card" aria-labelledby="switches-title">
    <h2 id="switches-title">${partyName(fault.party)}</h2>
    <p class="fault-state" id="fault-state" data-live>
      <strong>${fault.mode === 'none' ? 'Behaves' : stateText(fault)}</strong><br />
      <span class="quiet"
        >fired ${times(fault.fired)} in this setting, ${times(fault.firedEver)} since the beginning</span
      >
    </p>
    <form method="post" action="/faults" class="switches">
      <input type="hidden" name="party" value="${fault.party}" />
      ${enterButton(fault)}
      <div class="terms">
        <label>
          ${both('How often', 'กี่ครั้ง')}
          <input
            name="times"
            inputmode="numeric"
            autocomplete="off"
            placeholder="until switched off"
            value="${typed['times'] ?? ''}"
          />
        </label>
        <label>
          ${both('How long, ms', 'นานกี่มิลลิวินาที')} ${icons.clock}
          <input name="ms" inputmode="numeric" autocomplete="off" placeholder="3000" value="${typed['ms'] ?? ''}" />
        </label>
      </div>
      ${groups.map((group) => groupOf(group, fault, modes))}
    </form>
  </section>`
}

/** What Enter in a field presses: the mode stays as it is, with the new terms. */
function enterButton(fault: Fault): Html {
  return html`<button hidden tabindex="-1" name="mode" value="${fault.mode}"></button>`
}

function groupOf(group: ModeWords['group'], fault: Fault, modes: readonly FaultMode[]): Html {
  const kind = kindOf(fault.party)
  const own = modes.flatMap((mode) => (mode !== 'none' && modeWords[mode].group === group ? [mode] : []))
  if (own.length === 0) return html``
  const { title, note } = groupWords[group]
  return html`<fieldset>
    <legend>${title} <span class="quiet">${note}</span></legend>
    ${own.map((mode) => switchOf(mode, explained(mode, kind), isActive(fault) && fault.mode === mode))}
  </fieldset>`
}

/** A switch of one mode: pressed it sets the mode, and pressed again the party behaves. */
function switchOf(mode: Exclude<FaultMode, 'none'>, words: string, isOn: boolean): Html {
  const { title, thai, takesTime } = modeWords[mode]
  return html`<button
    name="mode"
    value="${isOn ? 'none' : mode}"
    class="switch"
    role="switch"
    aria-checked="${isOn ? 'true' : 'false'}"
    aria-describedby="words-${mode}"
    aria-label="${title}"
  >
    <span class="switch-lines">
      <span class="switch-title">${both(title, thai)}${takesTime ? icons.clock : null}</span>
      <span class="switch-words" id="words-${mode}">${words}</span>
    </span>
    <span class="switch-knob"></span>
  </button>`
}

/** A setting in words: `late, 2 of 2 left, 3000 ms`. */
function stateText(fault: Fault): string {
  if (fault.left === 0) return `${fault.mode}, used up`
  const left = fault.left === null ? 'until switched off' : `${fault.left} of ${fault.times} left`
  const isTimed = fault.mode !== 'none' && modeWords[fault.mode].takesTime
  return [fault.mode, left, ...(isTimed ? [`${fault.ms} ms`] : [])].join(', ')
}

/** What stands in the fields beside the switches while a fault is set: switching to another mode keeps it. */
function termsOf(fault: Fault): Record<string, string> {
  if (!isActive(fault)) return {}
  return { times: fault.times === 0 ? '' : String(fault.times), ms: String(fault.ms) }
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`
}

function pathOf(party: string): string {
  return `/faults?party=${encodeURIComponent(party)}`
}
