import type { QrDrawing } from '@krapao/payment-codes'
import type { ReactNode } from 'react'
import styles from './qr-picture.module.css'
import { parseMarkup } from './safe-html.tsx'

const light = new Set(['#fff', '#ffffff', 'white', 'none'])

/**
 * Reads a QR code from SVG markup: the dark paths and squares in it, and nothing else, so that whatever the markup holds
 * only a drawing reaches the page. Undefined when there is none in it.
 */
export function readQrDrawing(markup: string): QrDrawing | undefined {
  const svg = parseMarkup(markup).querySelector('svg')
  const box =
    svg
      ?.getAttribute('viewBox')
      ?.trim()
      .split(/[\s,]+/) ?? []
  const size = Number(box[2])
  if (svg === null || !(size > 0) || Number(box[0]) !== 0 || Number(box[1]) !== 0) return undefined
  const path = [...svg.querySelectorAll('path, rect')]
    .filter((shape) => !light.has(shape.getAttribute('fill')?.toLowerCase() ?? ''))
    .map((shape) => (shape.localName === 'rect' ? pathOfRect(shape) : (shape.getAttribute('d') ?? '')))
    .join('')
  return /^[MmLlHhVvZz\d\s,.-]+$/.test(path) ? { size, path } : undefined
}

/**
 * The picture that the markup of a QR consists of, as a data URL: collectors hand out such as give no text to draw. As the
 * source of an image nothing in it runs or is fetched. Undefined when there is none in it.
 */
export function readQrImage(markup: string): string | undefined {
  const source = parseMarkup(markup).querySelector('svg > image')?.getAttribute('href') ?? ''
  return /^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(source) ? source : undefined
}

function pathOfRect(rect: Element): string {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)))
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

/** A QR code as somebody else drew it, on the same plate. */
export function QrImage({
  source,
  label,
  isFaded = false,
}: {
  source: string
  label: string
  isFaded?: boolean
}): ReactNode {
  return (
    <div className={`${styles.plate} ${isFaded ? styles.faded : ''}`}>
      <img src={source} alt={label} />
    </div>
  )
}

/** A QR code on its light plate, which is light in both themes: that is what cameras look for. */
export function QrPicture({
  drawing,
  label,
  isFaded = false,
}: {
  drawing: QrDrawing
  label: string
  isFaded?: boolean
}): ReactNode {
  return (
    <div className={`${styles.plate} ${isFaded ? styles.faded : ''}`}>
      <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
        <path d={drawing.path} />
      </svg>
    </div>
  )
}
