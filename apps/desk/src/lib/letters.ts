import { observed, readStored, writeStored } from '@krapao/web'
import { useEffect, useEffectEvent, useRef } from 'react'

/** What is done by which keys without Alt, one after the other: `KeyG KeyC`, `Shift+Slash`, as `event.code` names them. */
export type Letters = Readonly<Record<string, () => void>>

const KEY = 'desk-letters'
const state = observed(readStored(KEY) !== 'off')

/** Keys that do nothing are shown nowhere: `.letter` in `ui/base.css`. */
const show = (): unknown => document.documentElement.classList.toggle('no-letters', !state.read())
show()

/** Whether single letters do anything, drawn anew when that changes. */
export const useLettersOn = state.use

/** Turns single letters on or off, and keeps that for this browser. */
export function chooseLetters(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off')
  state.set(isOn)
  show()
}

/** Whose first letter of two was pressed last, of all that listen: the second one is nobody else's. */
let waiting: object | null = null

/** Where letters are written. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/**
 * Listens for single keys for as long as the component is drawn. They are off while a field has the focus, under an open
 * dialog, and for whoever turned them off: who speaks his keys would press them by accident.
 */
export function useLetters(letters: Letters): void {
  const first = useRef<string | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const before = first.current
    const isOthers = waiting !== null && waiting !== first
    first.current = null
    if (waiting === first) waiting = null
    // What another has done with this key is done.
    if (event.defaultPrevented) return
    if (!state.read() || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (isField(event.target) || document.querySelector('dialog[open]') !== null) return
    const key = event.shiftKey ? `Shift+${event.code}` : event.code
    const begin = (letter: string | null): void => {
      first.current = letter
      if (letter !== null) waiting = first
    }
    const act = (before === null ? undefined : letters[`${before} ${key}`]) ?? (isOthers ? undefined : letters[key])
    if (act !== undefined) {
      event.preventDefault()
      act()
    } else if (Object.keys(letters).some((one) => one.startsWith(`${key} `))) begin(key)
    // The second letter may follow the Shift that a layout wants for it.
    else if (event.code.startsWith('Shift')) begin(before)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    const forget = (): void => {
      first.current = null
      if (waiting === first) waiting = null
    }
    document.addEventListener('keydown', listen)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('keydown', listen)
      document.removeEventListener('pointerdown', forget)
      forget()
    }
  }, [])
}
