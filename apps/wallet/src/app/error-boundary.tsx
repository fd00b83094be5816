import type { ComponentType, ReactNode } from 'react'
import { Component } from 'react'

/** What stands in place of a part that failed; `isLost` when its code did not come, false when it could not be drawn. */
type FailedPart = ComponentType<{ isLost: boolean }>

interface Props {
  Failed: FailedPart
  children: ReactNode
}

/** Shows a way on when a part of the page cannot be fetched or drawn. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { Failed, children } = this.props
    const { error } = this.state
    // Each browser words it in its own way, and Vite its styles; all of them name what they could not fetch.
    return error === undefined ? (
      children
    ) : (
      <Failed isLost={error instanceof Error && /module|preload/i.test(error.message)} />
    )
  }
}
