import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Banner } from './banners.tsx'
import { Banners } from './banners.tsx'
import { Button } from './button.tsx'
import type { CarouselLabels } from './carousel.tsx'
import { Sheet } from './sheet.tsx'

/**
 * A sheet that shows the operator's banners first, where he has some, and after a press its own content. `banners` is
 * undefined while nobody knows whether there are any; `waiting` stands in their place so long.
 */
export function BannerSheet({
  title,
  labels,
  banners,
  waiting,
  onClose,
  children,
}: {
  title: string
  labels: CarouselLabels & { readonly close: string; readonly goOn: string }
  banners: readonly Banner[] | undefined
  waiting: ReactNode
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const [isPast, setIsPast] = useState(false)
  const shown = isPast ? [] : banners
  const isFirst = shown !== undefined && shown.length > 0
  return (
    <Sheet
      title={title}
      closeLabel={labels.close}
      step={isPast ? 'content' : 'banners'}
      footer={
        isFirst ? (
          <Button kind="gold" onClick={() => setIsPast(true)}>
            {labels.goOn}
          </Button>
        ) : undefined
      }
      onClose={onClose}
    >
      {shown === undefined ? waiting : isFirst ? <Banners title={title} banners={shown} labels={labels} /> : children}
    </Sheet>
  )
}
