import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Under a list that goes on: asks for what comes behind its last row. Nothing where that was all. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label,
  busyLabel,
  isWide = false,
}: {
  query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  label: string
  busyLabel: string
  isWide?: boolean
}): ReactNode {
  if (!hasNextPage) return null
  return (
    <Button
      kind="quiet"
      isWide={isWide}
      busyLabel={isFetchingNextPage ? busyLabel : undefined}
      onClick={() => void fetchNextPage()}
    >
      {label}
    </Button>
  )
}
