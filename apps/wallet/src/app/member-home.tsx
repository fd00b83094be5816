import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { HomePage } from '../features/home/home-page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.ts'

/** Fetched for who takes part no more, and for nobody else. */
const Excluded = lazyPart(
  ['protection'],
  async () => (await import('../features/protection/exclusion-card.tsx')).ExcludedAtHome,
)

/** What else home has stays where the card cannot be fetched. */
const Nothing = (): ReactNode => null

/** /user/home, with what stands in place of the games of who takes part no more (beyond 3.4). */
export function MemberHome(): ReactNode {
  const excluded = (
    <ErrorBoundary Failed={Nothing}>
      <Suspense>
        <Excluded.Page />
      </Suspense>
    </ErrorBoundary>
  )
  return <HomePage excluded={excluded} />
}
