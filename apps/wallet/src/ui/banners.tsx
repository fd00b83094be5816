import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './banners.module.css'
import type { CarouselLabels } from './carousel.tsx'
import { Carousel } from './carousel.tsx'
import { Prose } from './prose.tsx'
import { pictureOf } from './safe-address.ts'

/** A picture of the operator and what he says to it in HTML (CAR-014). */
export interface Banner {
  readonly image: string
  readonly html: string
}

/**
 * The operator's banners: a ring of their pictures, below it the words of the one in front, made safe (CAR-013). A single
 * one stands still. `title` names them for those who do not see them.
 */
export function Banners({
  title,
  banners,
  labels,
}: {
  title: string
  banners: readonly Banner[]
  labels: CarouselLabels
}): ReactNode {
  const [front, setFront] = useState(0)
  if (banners.length === 0) return null
  const [only] = banners
  const total = banners.length
  return (
    <div>
      {total === 1 ? (
        <img className={styles.alone} src={pictureOf(only)} alt={title} />
      ) : (
        <Carousel
          title={title}
          isTitleHidden
          note={labels.position(front + 1, total)}
          labels={labels}
          items={banners.map((banner, index) => ({
            key: String(index),
            picture: <img className={styles.picture} src={pictureOf(banner)} alt={labels.position(index + 1, total)} />,
            words: null,
          }))}
          onFront={setFront}
        />
      )}
      <div className={styles.words}>
        {banners.map((banner, index) => (
          <div key={index} hidden={index !== front}>
            <Prose html={banner.html} />
          </div>
        ))}
      </div>
    </div>
  )
}
