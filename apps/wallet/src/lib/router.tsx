import { observed } from '@krapao/web'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import type { Path } from './paths.ts'

/** Told of every change that is made here; where the page is, the browser says. */
const changes = observed(null)

function watchPath(listener: () => void): () => void {
  const stop = changes.watch(listener)
  globalThis.addEventListener('popstate', listener)
  return () => {
    stop()
    globalThis.removeEventListener('popstate', listener)
  }
}

/** The address of the page without a slash at its end; drawn anew when it changes. */
export function usePath(): string {
  const path = useSyncExternalStore(watchPath, () => location.pathname)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Goes to a page of the app; with `replace` the present one is not kept in the browser's history. */
export function goTo(path: Path, options: { replace?: boolean } = {}): void {
  if (location.pathname === path) return
  history[options.replace === true ? 'replaceState' : 'pushState'](null, '', path)
  changes.set(null)
}

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  to: Path
  /** Goes there in its own way; the address stays right for a new tab. */
  onGo?: (() => void) | undefined
}

/** A link to a page of the app. A click with a modifier key is the browser's own. */
export function Link({ to, onGo, children, ...rest }: LinkProps): ReactNode {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (onGo === undefined) goTo(to)
    else onGo()
  }
  return (
    <a {...rest} href={to} onClick={onClick}>
      {children}
    </a>
  )
}
