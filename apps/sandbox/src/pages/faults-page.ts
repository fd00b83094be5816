import { type Fault, isActive, modesOf } from '../faults/faults.ts'
import { explained, modeGroups, type ModeWords, partyWords, takesTime } from './fault-words.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { both, chip, field, form, list, type Row } from './kit.ts'
import type { Page } from './layout.ts'

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
export function faultsPage({ faults, party, problem, typed }: FaultsView): Page {
  const shown = faults.find((fault) => fault.party === party)
  const rows = faults.map((fault) => partyRow(fault, fault === shown))
  return {
    party: 'faults',
    problem,
    content: html`${overview(faults.filter(isActive))}
      <div class="split faults">
        <nav class="split-side" aria-labelledby="parties-title">
          <h2 id="parties-title">${both('Parties', 'คู่ติดต่อ')}</h2>
          ${list({ id: 'parties', look: 'parties' }, rows)}
        </nav>
        ${shown === undefined ? null : switches(shown, { ...termsOf(shown), ...typed })}
      </div>`,
  }
}

function overview(set: readonly Fault[]): Html {
  const isCalm = set.length === 0
  return html`<section
    class="card overview of-${isCalm ? 'good' : 'faults'}"
    id="overview"
    data-live
    aria-label="What is set"
  >
    ${
      isCalm
        ? html`<p>
            ${icons.check}<span>Everybody behaves. <span class="thai" lang="th">ทุกฝ่ายทำงานปกติ</span></span>
          </p>`
        : html`<ul>
              ${set.map(
                (fault) =>
                  html`<li>
                    <a href="${pathOf(fault)}"><strong>${partyWords(fault.party).name}</strong> ${stateText(fault)}</a>
                  </li>`,
              )}
            </ul>
            ${form({ action: '/faults/reset' }, html`<button>${both('Reset all', 'ปิดทั้งหมด')}</button>`)}`
    }
  </section>`
}

function partyRow(fault: Fault, isCurrent: boolean): Row {
  const { icon, name } = partyWords(fault.party)
  const fired = html`<span class="quiet"
    >${fault.firedEver}<span class="unseen"> fired since the beginning</span>×</span
  >`
  return {
    key: fault.party,
    href: pathOf(fault),
    isCurrent,
    mark: icons[icon],
    lines: [name],
    end: html`${isActive(fault) ? chip('bad', fault.mode) : null} ${fault.firedEver === 0 ? null : fired}`,
  }
}

function switches(fault: Fault, typed: Readonly<Record<string, string>>): Html {
  const groups = modeGroups.map((group) => {
    const modes = group.modes.filter(({ mode }) => modesOf(fault.party).includes(mode))
    return modes.length === 0
      ? html``
      : html`<fieldset>
          <legend>${group.title} <span class="quiet">${group.note}</span></legend>
          ${modes.map((words) => switchOf(words, fault))}
        </fieldset>`
  })
  const terms = html`<div class="terms">
    ${field(both('How often', 'กี่ครั้ง'), 'times', {
      mode: 'numeric',
      value: typed['times'],
      placeholder: 'until switched off',
      isOptional: true,
    })}
    ${field(html`${both('How long, ms', 'นานกี่มิลลิวินาที')} ${icons.clock}`, 'ms', {
      mode: 'numeric',
      value: typed['ms'],
      placeholder: '3000',
      isOptional: true,
    })}
  </div>`
  // What Enter in a field presses: the mode stays as it is, with the new terms.
  const enter = html`<button hidden tabindex="-1" name="mode" value="${fault.mode}"></button>`
  return html`<section class="split-main card" aria-labelledby="switches-title">
    <h2 id="switches-title">${partyWords(fault.party).name}</h2>
    <p id="fault-state" data-live>
      <strong>${fault.mode === 'none' ? 'Behaves' : stateText(fault)}</strong><br />
      <span class="quiet"
        >fired ${times(fault.fired)} in this setting, ${times(fault.firedEver)} since the beginning</span
      >
    </p>
    ${form({ action: '/faults', hidden: { party: fault.party } }, html`${enter} ${terms} ${groups}`)}
  </section>`
}

/** A switch of one mode: pressed it sets the mode, and pressed again the party behaves. */
function switchOf(words: ModeWords, fault: Fault): Html {
  const { mode, title, thai } = words
  const isOn = isActive(fault) && fault.mode === mode
  return html`<button
    name="mode"
    value="${isOn ? 'none' : mode}"
    class="line switch"
    role="switch"
    aria-checked="${isOn ? 'true' : 'false'}"
    aria-describedby="words-${mode}"
    aria-label="${title}"
  >
    <span class="lines">
      <strong>${both(title, thai)} ${takesTime(mode) ? icons.clock : null}</strong>
      <span class="quiet" id="words-${mode}">${explained(words, fault.party)}</span>
    </span>
    <span class="knob"></span>
  </button>`
}

/** A setting in words: `late, 2 of 2 left, 3000 ms`. */
function stateText(fault: Fault): string {
  if (fault.left === 0) return `${fault.mode}, used up`
  const left = fault.left === null ? 'until switched off' : `${fault.left} of ${fault.times} left`
  return [fault.mode, left, ...(takesTime(fault.mode) ? [`${fault.ms} ms`] : [])].join(', ')
}

/** What stands in the fields beside the switches while a fault is set: switching to another mode keeps it. */
function termsOf(fault: Fault): Record<string, string> {
  if (!isActive(fault)) return {}
  return { times: fault.times === 0 ? '' : String(fault.times), ms: String(fault.ms) }
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`
}

function pathOf({ party }: Fault): string {
  return `/faults?party=${encodeURIComponent(party)}`
}
