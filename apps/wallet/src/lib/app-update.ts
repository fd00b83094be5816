/** How to start anew with the build that is ready; undefined while there is none. */
export type TakeUpdate = () => void

let update: TakeUpdate | undefined

/** Notes that a newer build is ready. Nobody is told at once: a page says so when it is entered. */
export function offerUpdate(take: TakeUpdate): void {
  update = take
}

/** The newer build that is ready now, if one is. */
export function readUpdate(): TakeUpdate | undefined {
  return update
}
