import { fetchModule } from '@krapao/web'
import type { ComponentType, FunctionComponent, ReactNode } from 'react'
import { Component, lazy, Suspense, useState } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { Failed, Skeleton } from '../ui/state.tsx'

/** A part of the desk that is fetched when it is opened. */
export interface LazyPart<Props extends object> {
  readonly Part: FunctionComponent<Props>
  /** Fetches it ahead; then it is drawn at once. */
  readonly preload: () => Promise<void>
}

/** Draws the export `name` of the module that `load` fetches; where it does not come, says so and asks again. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { isDialog = false }: { isDialog?: boolean } = {},
): LazyPart<Props> {
  let fetched: ComponentType<Props> | undefined
  const fetchPart = async (): Promise<{ default: ComponentType<Props> }> => {
    fetched = (await fetchModule(load))[name]
    return { default: fetched }
  }
  const partNow = (): ComponentType<Props> => fetched ?? lazy(fetchPart)
  return {
    Part: (props) => {
      // The same one as long as it stands, or what was typed into it would be lost.
      const [{ Fetched, attempt }, setFetched] = useState(() => ({ Fetched: partNow(), attempt: 0 }))
      return (
        <Boundary key={attempt} onRetry={() => setFetched({ Fetched: partNow(), attempt: attempt + 1 })}>
          <Suspense fallback={isDialog ? null : <Loading />}>
            <Fetched {...props} />
          </Suspense>
        </Boundary>
      )
    },
    preload: async () => void (await fetchPart()),
  }
}

function Loading(): ReactNode {
  const { t } = useTexts()
  return <Skeleton rows={6} label={t('common.loading')} />
}

function NotThere({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTexts()
  return <Failed text={t('error.network')} retryLabel={t('common.retry')} onRetry={onRetry} />
}

class Boundary extends Component<{ onRetry: () => void; children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError(): { isFailed: boolean } {
    return { isFailed: true }
  }

  /** What fails at one place, or did not come, may be drawn at the next, once it stands there. */
  readonly #tryAgain = (): void => {
    setTimeout(() => {
      if (this.state.isFailed) this.props.onRetry()
    })
  }

  override componentDidMount(): void {
    globalThis.addEventListener('hashchange', this.#tryAgain)
  }

  override componentWillUnmount(): void {
    globalThis.removeEventListener('hashchange', this.#tryAgain)
  }

  override render(): ReactNode {
    return this.state.isFailed ? <NotThere onRetry={this.props.onRetry} /> : this.props.children
  }
}
