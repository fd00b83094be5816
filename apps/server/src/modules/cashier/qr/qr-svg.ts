import { drawQr } from '@krapao/payment-codes'

/** Draws a text as a QR code: SVG markup of one white square and one black path, no script, no style, nothing outside. */
export function qrSvg(text: string): string {
  const { size, path } = drawQr(text)
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
