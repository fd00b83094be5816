import { encode } from 'uqr'
import type { QrDrawing } from './qr-picture.tsx'

/** How many modules of light every code has around it. */
const QUIET_MODULES = 4

/** Draws a text as a QR code that is still read when a seventh of it is hidden. */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/** The same as the address of a picture, dark on light whatever the theme. */
export function qrImage(text: string): string {
  const { size, path } = drawQr(text)
  const ground = `<path fill="#fffaf0" d="M0 0h${size}v${size}H0z"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${ground}<path fill="#17100c" d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
