import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import styles from './wide.module.css'

/** What may be wider than its place: it scrolls in itself, and is within reach of the keyboard where it does. */
export function Wide({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const [scrolls, setScrolls] = useState(false)
  const watch = useCallback((box: HTMLDivElement) => {
    const sizes = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth))
    for (const one of [box, ...box.children]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [])
  return (
    <div ref={watch} className={styles.wide} {...(scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}>
      {children}
    </div>
  )
}
