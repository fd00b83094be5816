import { correction, generate } from 'lean-qr'

/** A QR code as a drawing: the length of its square's side in modules, and its dark ones as one path of an SVG. */
export interface QrDrawing {
  readonly size: number
  readonly path: string
}

/** Modules of light around the code, which readers need to find it. */
const QUIET_MODULES = 4

/** Draws a text as a QR code that is still read when a seventh of it is hidden. */
export function drawQr(text: string): QrDrawing {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0, end = 0; x < code.size; x = end + 1) {
      for (end = x; code.get(end, y);) end += 1
      if (end > x) path += `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${end - x}v1h-${end - x}z`
    }
  return { size: code.size + 2 * QUIET_MODULES, path }
}
