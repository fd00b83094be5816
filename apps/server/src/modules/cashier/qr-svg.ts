import { correction, generate } from 'lean-qr'

/** Modules of white around the code, which readers need to find it. */
const QUIET_ZONE = 4

/** Draws a text as a QR code: SVG markup of one white square and one black path, no script, no style, nothing outside. */
export function qrSvg(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const size = code.size + 2 * QUIET_ZONE
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0, end = 0; x < code.size; x = end + 1) {
      for (end = x; code.get(end, y);) end += 1
      if (end > x) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${end - x}v1h-${end - x}z`
    }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}

/** A picture that a collector handed out, as the one image of an SVG: what is in it stays a picture to browsers. */
export function pictureSvg(dataUrl: string): string {
  if (!/^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(dataUrl)) throw new Error('not a picture of a QR')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="${dataUrl}" width="1" height="1"/></svg>`
}
