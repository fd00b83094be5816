import { encode } from 'uqr'

/** Modules of white around the code, which readers need to find it. */
const QUIET_ZONE = 4

/** Draws a text as a QR code: SVG markup of one white square and one black path, no script, no style, nothing outside. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const bars = data.flatMap((row, y) => barsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${bars.join('')}"/></svg>`
  )
}

/** A picture that a collector handed out, as the one image of an SVG: what is in it stays a picture to browsers. */
export function pictureSvg(dataUrl: string): string {
  if (!/^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(dataUrl)) throw new Error('not a picture of a QR')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="${dataUrl}" width="1" height="1"/></svg>`
}

/** The runs of dark modules in a row: where each begins and how long it is. */
function barsOf(row: readonly boolean[]): [start: number, length: number][] {
  const bars: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = bars.at(-1)
    if (!isDark) continue
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else bars.push([x, 1])
  }
  return bars
}
