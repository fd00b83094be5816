import type { KeyboardEvent } from 'react'

/** What the keys of a row of tabs do: arrows, Home and End choose another one, which has the focus then. */
export function stepTabs<Id extends string>(
  event: KeyboardEvent<HTMLElement>,
  ids: readonly Id[],
  active: Id,
  onChoose: (id: Id) => void,
): void {
  const at = ids.indexOf(active)
  const index = { ArrowRight: (at + 1) % ids.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  const to = index === undefined || event.altKey ? undefined : ids.at(index)
  if (to === undefined) return
  event.preventDefault()
  onChoose(to)
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[ids.indexOf(to)]?.focus()
}
