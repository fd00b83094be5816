import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { type Language, type Stage, word } from '../stage/browser.ts'
import type { Player } from '../stage/players.ts'
import type { Cue, Said } from './captions.ts'

/** How long things take, so that a reader can follow. */
const moveMs = 450
const pressMs = 220
const afterPressMs = 420
const letterMs = 130

/** A player before a camera: what he does is slow and seen as a dot where his finger is, and what it is about is said. */
export class PlayerHand {
  readonly page: Page
  readonly stage: Stage
  readonly player: Player
  readonly #language: Language
  #at = { x: 300, y: 700 }
  #said: { readonly fromS: number; readonly said: Said }[] = []

  constructor(page: Page, stage: Stage, player: Player, language: Language) {
    this.page = page
    this.stage = stage
    this.player = player
    this.#language = language
  }

  /** A text of the app in the video's language. */
  w(key: string, values?: Record<string, string | number>): string {
    return word(this.#language, key, values)
  }

  /** A button of the top dialog, or of the page, by the beginning of its name. */
  button(key: string, values?: Record<string, string | number>): Locator {
    const start = this.w(key, values).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return this.page.getByRole('button', { name: new RegExp(`^${start}`) }).last()
  }

  /** Says something from now on, until the next is said. */
  async say(said: Said, lookMs = 1_000): Promise<void> {
    this.#said.push({ fromS: Date.now() / 1000, said })
    await pause(lookMs)
  }

  /** Lets the viewer look. */
  async look(lookMs: number): Promise<void> {
    await pause(lookMs)
  }

  /** Points at something and presses it. */
  async tap(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#drawPress()
    await target.click()
    await pause(afterPressMs)
  }

  /** Points at something without pressing it. */
  async point(target: Locator, lookMs = 900): Promise<void> {
    await this.#reach(target)
    await pause(lookMs)
  }

  /** Types letter by letter. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    await field.pressSequentially(text, { delay: letterMs })
    await pause(afterPressMs)
  }

  /** Chooses of a list. The device's own list of choices is not part of the page and is not seen. */
  async choose(list: Locator, value: string): Promise<void> {
    await this.tap(list)
    await list.selectOption(value)
    await list.blur()
    await pause(afterPressMs)
  }

  /** Takes note of a message. */
  async acknowledge(lookMs = 1_300): Promise<void> {
    const ok = this.page.getByRole('alertdialog').getByRole('button', { name: this.w('common.ok') })
    await ok.waitFor()
    await pause(lookMs)
    await this.tap(ok)
  }

  /** All that was said, in seconds after the beginning. */
  cues(beginS: number, endS: number): Cue[] {
    return this.#said.map(({ fromS, said }, index) => ({
      fromS: fromS - beginS,
      toS: (this.#said[index + 1]?.fromS ?? endS) - beginS - 0.05,
      said,
    }))
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor()
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (box === null) throw new Error('what is to be pressed is not in sight')
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await this.page.evaluate(moveFinger, { from: this.#at, to, durationMs: moveMs })
    this.#at = to
  }

  async #drawPress(): Promise<void> {
    await this.page.evaluate(pressFinger, { at: this.#at, durationMs: pressMs })
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Runs in the page: the dot wanders. It is a popover, shown anew each time, so that it lies over open dialogs. */
async function moveFinger({ from, to, durationMs }: { from: Point; to: Point; durationMs: number }): Promise<void> {
  let finger = document.querySelector<HTMLElement>('#finger')
  if (finger === null) {
    finger = document.createElement('div')
    finger.id = 'finger'
    finger.popover = 'manual'
    finger.ariaHidden = 'true'
    Object.assign(finger.style, {
      inset: 'auto',
      left: '-23px',
      top: '-23px',
      width: '46px',
      height: '46px',
      margin: '0',
      padding: '0',
      border: '3px solid rgb(255 246 230 / 0.95)',
      borderRadius: '50%',
      background: 'rgb(255 214 138 / 0.45)',
      boxShadow: '0 2px 14px rgb(0 0 0 / 0.55)',
      pointerEvents: 'none',
    })
    document.documentElement.append(finger)
  }
  if (finger.matches(':popover-open')) finger.hidePopover()
  finger.showPopover()
  const place = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`
  await finger.animate([{ transform: place(from) }, { transform: place(to) }], {
    duration: durationMs,
    easing: 'cubic-bezier(0.45, 0.05, 0.2, 1)',
    fill: 'forwards',
  }).finished
}

/** Runs in the page: the dot goes down and up again. */
async function pressFinger({ at, durationMs }: { at: Point; durationMs: number }): Promise<void> {
  const place = `translate(${at.x}px, ${at.y}px)`
  const frames = [`${place} scale(1)`, `${place} scale(0.72)`, `${place} scale(1)`].map((transform) => ({ transform }))
  await document.querySelector('#finger')?.animate(frames, { duration: durationMs, fill: 'forwards' }).finished
}
