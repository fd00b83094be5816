import type { ReactNode } from 'react'

/** A picture beside what it belongs to; where it cannot be fetched its place stays empty, without the browser's frame. */
export function Picture({ src, widthPx, heightPx }: { src: string; widthPx: number; heightPx: number }): ReactNode {
  return (
    <img
      // Another one may come where the last did not.
      key={src}
      src={src}
      alt=""
      width={widthPx}
      height={heightPx}
      onError={({ currentTarget }) => {
        currentTarget.style.visibility = 'hidden'
      }}
    />
  )
}
