import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** How a bank app lays out its e-slip, in CSS pixels of a picture 540 wide and 810 high. */
export interface SlipLayout {
  paper: string
  head: string
  ink: string
  /** The upper left corner of the mini-QR's white plate, and the side of one of its squares. */
  qr: { left: number; top: number; modulePx: number }
}

export const WIDTH = 540
export const HEIGHT = 810

export const layouts = {
  SCB: { paper: '#f4f0fa', head: '#4e2e7f', ink: '#20123a', qr: { left: 340, top: 590, modulePx: 5 } },
  KBANK: { paper: '#ffffff', head: '#138f2d', ink: '#12202f', qr: { left: 330, top: 420, modulePx: 5 } },
  KTB: { paper: '#eaf6fd', head: '#00a6e6', ink: '#0b2740', qr: { left: 30, top: 600, modulePx: 5 } },
  BBL: { paper: '#ffffff', head: '#1e4598', ink: '#0d1c3f', qr: { left: 350, top: 120, modulePx: 4.5 } },
  GSB: { paper: '#fdeef5', head: '#eb198d', ink: '#40102b', qr: { left: 180, top: 590, modulePx: 5 } },
  TMB: { paper: '#ffffff', head: '#f26722', ink: '#2b1a10', qr: { left: 310, top: 570, modulePx: 6 } },
  BAY: { paper: '#fff8e0', head: '#fec43b', ink: '#3b2d06', qr: { left: 390, top: 660, modulePx: 3 } },
  dark: { paper: '#121417', head: '#1c1f24', ink: '#e8eaed', qr: { left: 320, top: 580, modulePx: 5 } },
} as const satisfies Record<string, SlipLayout>

/** A QR code as a white plate with squares, its quiet zone included. */
function plate(code: string, { left, top, modulePx }: SlipLayout['qr']): string {
  const drawn = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const size = drawn.size + 8
  return `<g transform="translate(${left},${top}) scale(${modulePx})"><rect width="${size}" height="${size}" fill="#fff"/><path d="${toSvgPath(drawn)}" transform="translate(4,4)" shape-rendering="crispEdges"/></g>`
}

/** An e-slip as its bank's app draws it; `more` are further codes in other places. Nothing in it but codes is ever read. */
export function drawSlip(
  code: string | null,
  given: { layout?: SlipLayout; amount?: string; more?: readonly { code: string; left: number; top: number }[] } = {},
): Sharp {
  const { layout = layouts.SCB, amount = '100.00', more = [] } = given
  const { paper, head, ink, qr } = layout
  const line = (y: number, text: string): string =>
    `<text x="36" y="${y}" font-size="22" fill="${ink}" font-family="sans-serif">${text}</text><rect x="36" y="${y + 10}" width="180" height="3" fill="${ink}" opacity="0.3"/>`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/><rect width="${WIDTH}" height="96" fill="${head}"/>`,
    ...[line(150, 'SOMCHAI J.'), line(220, 'xxx-x-x4567-x'), line(310, 'KRAPAO'), line(380, `${amount} THB`)],
    code === null ? '' : plate(code, qr),
    ...more.map((other) => plate(other.code, { left: other.left, top: other.top, modulePx: 4 })),
    '</svg>',
  ].join('')
  return sharp(Buffer.from(svg)).flatten({ background: paper })
}

/** A picture after a step that needs its pixels as they are by then. */
export async function drawn(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 1 }).toBuffer())
}

/** A photograph of a screen: seen from the side, on a table, in light that falls off, with the noise of a small lens. */
export async function photograph(picture: Sharp, given: { tilt: number; lean: number; noise: number }): Promise<Sharp> {
  const { data, info } = await picture
    .removeAlpha()
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#6b5a48' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const seen = Buffer.alloc(width * height * 3, 90)
  let random = 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // Where the ray through this pixel meets the table.
      const depth = 1 + given.tilt * (y / height - 0.5) + given.lean * (x / width - 0.5)
      const fromX = Math.round(width / 2 + ((x - width / 2) * depth) / 0.95)
      const fromY = Math.round(height / 2 + ((y - height / 2) * depth) / 0.95)
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue
      const light = 0.65 + 0.35 * (x / width)
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      const grain = (random / 2_147_483_648 - 0.5) * given.noise
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (data[(fromY * width + fromX) * 3 + channel] ?? 0) * light + grain
        seen[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value))
      }
    }
  }
  return sharp(seen, { raw: { width, height, channels: 3 } }).blur(0.6)
}

/** A chunk of a PNG with its checksum. */
function pngChunk(kind: string, content: Buffer): Buffer {
  const head = Buffer.from(kind, 'latin1')
  const out = Buffer.alloc(12 + content.length)
  out.writeUInt32BE(content.length, 0)
  head.copy(out, 4)
  content.copy(out, 8)
  out.writeUInt32BE(crcOf(Buffer.concat([head, content])), 8 + content.length)
  return out
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A white PNG of one bit a pixel: few bytes, as many pixels as one likes. Without pixels it only claims them. */
export function whitePng(width: number, height: number, hasPixels: boolean): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.ceil(width / 8), 0xff)])
  const pixels = hasPixels ? Buffer.concat(Array.from({ length: height }, () => row)) : row
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same PNG with a chunk more, before its pixels. */
export function withPngChunk(png: Buffer, kind: string, content: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(kind, content), png.subarray(33)])
}

/** The same JPEG with a segment more, after its first two bytes. */
export function withJpegSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
