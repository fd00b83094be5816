import { correction, generate } from 'lean-qr'
import type { QrDrawing } from './qr-picture.tsx'

/** How many modules of light every code has around it. */
const QUIET_MODULES = 4

/** Draws a text as a QR code that is still read when a seventh of it is hidden. */
export function drawQr(text: string): QrDrawing {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const path: string[] = []
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) path.push(`M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`)
  return { size: code.size + 2 * QUIET_MODULES, path: path.join('') }
}
