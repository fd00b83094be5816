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
