import sharp from 'sharp'
import type { SlipOutcome, SlipPictureCase } from './slip-case.ts'
import { drawn, drawSlip, HEIGHT, layouts, photograph, WIDTH } from './slip-drawing.ts'

const READ: SlipOutcome = 'SUCCESS'

const good: SlipPictureCase[] = [
  ...(['SCB', 'KBANK', 'KTB', 'BBL', 'GSB', 'TMB', 'BAY'] as const).map((bank): SlipPictureCase => ({
    name: `the e-slip of ${bank}`,
    draw: ({ slip }) => drawSlip(slip, { layout: layouts[bank] }).png().toBuffer(),
    outcome: READ,
  })),
  {
    name: 'a JPEG of good quality',
    draw: ({ slip }) => drawSlip(slip).jpeg({ quality: 90 }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'a JPEG of poor quality',
    draw: ({ slip }) => drawSlip(slip).jpeg({ quality: 15 }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'a progressive JPEG',
    draw: ({ slip }) => drawSlip(slip).jpeg({ progressive: true }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'a JPEG in the colours of print',
    draw: ({ slip }) => drawSlip(slip).toColourspace('cmyk').jpeg().toBuffer(),
    outcome: READ,
  },
  { name: 'a WebP', draw: ({ slip }) => drawSlip(slip).webp({ quality: 60 }).toBuffer(), outcome: READ },
  {
    name: 'a WebP without loss',
    draw: ({ slip }) => drawSlip(slip).webp({ lossless: true, effort: 0 }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'a PNG of few colours',
    draw: ({ slip }) => drawSlip(slip).png({ palette: true, colours: 16 }).toBuffer(),
    outcome: READ,
  },
  { name: 'a PNG in grey', draw: ({ slip }) => drawSlip(slip).greyscale().png().toBuffer(), outcome: READ },
  {
    name: 'a PNG of 16 bits a colour',
    draw: ({ slip }) => drawSlip(slip).toColourspace('rgb16').png().toBuffer(),
    outcome: READ,
  },
  {
    name: 'a PNG that is transparent around the slip',
    draw: ({ slip }) =>
      drawSlip(slip)
        .ensureAlpha()
        .extend({ top: 40, bottom: 40, left: 40, right: 40, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    outcome: READ,
  },
]

const turned: SlipPictureCase[] = [
  ...[90, 180, 270, 7, 33].map((degrees): SlipPictureCase => ({
    name: `turned by ${degrees} degrees`,
    draw: ({ slip }) => drawSlip(slip).rotate(degrees, { background: '#333333' }).jpeg().toBuffer(),
    outcome: READ,
  })),
  {
    name: 'lying on its side, as its EXIF says',
    draw: ({ slip }) => drawSlip(slip).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
    outcome: READ,
  },
  {
    name: 'mirrored by its EXIF',
    draw: ({ slip }) => drawSlip(slip).withMetadata({ orientation: 2 }).jpeg().toBuffer(),
    outcome: READ,
  },
]

const sized: SlipPictureCase[] = [
  ...[360, 270].map((width): SlipPictureCase => ({
    name: `small, ${width} pixels wide`,
    draw: ({ slip }) => drawSlip(slip).resize(width).png().toBuffer(),
    outcome: READ,
  })),
  {
    name: 'large, 2,400 pixels wide',
    draw: ({ slip }) => drawSlip(slip).resize(2400).jpeg({ quality: 70 }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'a long screenshot',
    draw: ({ slip }) => drawSlip(slip).extend({ bottom: 1600, background: '#ffffff' }).png().toBuffer(),
    outcome: READ,
  },
  {
    name: '[ERR-078] a thumbnail',
    draw: ({ slip }) => drawSlip(slip).resize(60).png().toBuffer(),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  {
    name: 'one pixel',
    draw: () =>
      sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
]

const poor: SlipPictureCase[] = [
  { name: 'a little blurred', draw: ({ slip }) => drawSlip(slip).blur(1.2).jpeg().toBuffer(), outcome: READ },
  { name: 'blurred', draw: ({ slip }) => drawSlip(slip).blur(2).jpeg().toBuffer(), outcome: READ },
  {
    name: 'blurred beyond reading',
    draw: ({ slip }) => drawSlip(slip).blur(12).jpeg().toBuffer(),
    outcome: 'INVALID_SLIP',
  },
  { name: 'too dark', draw: ({ slip }) => drawSlip(slip).linear(0.25, 0).jpeg().toBuffer(), outcome: READ },
  { name: 'without contrast', draw: ({ slip }) => drawSlip(slip).linear(0.3, 150).jpeg().toBuffer(), outcome: READ },
  {
    name: '[ERR-082] a thumb on its code',
    draw: async ({ slip }) =>
      (await drawn(drawSlip(slip, { layout: layouts.GSB })))
        .composite([
          { input: { create: { width: 60, height: 60, channels: 3, background: '#b98a6a' } }, left: 235, top: 660 },
        ])
        .png()
        .toBuffer(),
    outcome: 'UNSTABLE_REFNO_ON_SLIP',
  },
  {
    name: 'photographed from above',
    draw: async ({ slip }) =>
      (await photograph(drawSlip(slip), { tilt: 0.25, lean: 0, noise: 20 })).jpeg({ quality: 80 }).toBuffer(),
    outcome: READ,
  },
  {
    name: 'photographed askew',
    draw: async ({ slip }) =>
      (await photograph(drawSlip(slip, { layout: layouts.TMB }), { tilt: 0.2, lean: 0.25, noise: 30 }))
        .rotate(6)
        .jpeg({ quality: 75 })
        .toBuffer(),
    outcome: READ,
  },
  {
    name: 'photographed askew on its side',
    draw: async ({ slip }) =>
      (await photograph(drawSlip(slip, { layout: layouts.GSB }), { tilt: -0.3, lean: 0.1, noise: 25 }))
        .rotate(90)
        .jpeg({ quality: 70 })
        .toBuffer(),
    outcome: READ,
  },
  {
    name: 'a screenshot in dark mode',
    draw: ({ slip }) => drawSlip(slip, { layout: layouts.dark }).png().toBuffer(),
    outcome: READ,
  },
  {
    name: 'a screenshot with its colours inverted',
    draw: ({ slip }) => drawSlip(slip).negate({ alpha: false }).png().toBuffer(),
    outcome: READ,
  },
]

const cropped: SlipPictureCase[] = [
  {
    name: 'cropped above its code',
    draw: async ({ slip }) =>
      (await drawn(drawSlip(slip))).extract({ left: 0, top: 0, width: WIDTH, height: 500 }).png().toBuffer(),
    outcome: 'INVALID_SLIP',
  },
  {
    name: 'cropped to its code',
    draw: async ({ slip }) =>
      (await drawn(drawSlip(slip))).extract({ left: 330, top: 580, width: 210, height: 210 }).png().toBuffer(),
    outcome: READ,
  },
  {
    name: '[ERR-079] cropped through its code from the side',
    transRef: '20261121000103XYZ',
    draw: async ({ slip }) =>
      (await drawn(drawSlip(slip))).extract({ left: 0, top: 0, width: 455, height: HEIGHT }).png().toBuffer(),
    outcome: 'CANNOT_READ_CROPPED_IMAGE',
  },
  {
    name: 'cropped through its code from below',
    transRef: '20261121000105XYZ',
    draw: async ({ slip }) =>
      (await drawn(drawSlip(slip))).extract({ left: 0, top: 0, width: WIDTH, height: 710 }).png().toBuffer(),
    outcome: 'CANNOT_READ_CROPPED_IMAGE',
  },
  {
    name: 'a JPEG that ends too early',
    draw: async ({ slip }) => half(await drawSlip(slip).jpeg().toBuffer()),
    outcome: 'CANNOT_READ_CROPPED_IMAGE',
  },
  {
    name: 'a PNG that ends too early',
    draw: async ({ slip }) => half(await drawSlip(slip).png().toBuffer()),
    outcome: 'CANNOT_READ_CROPPED_IMAGE',
  },
]

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * 0.6))
}

/** Slips as cameras and bank apps give them: whole, turned, small, blurred, cropped, askew. */
export const slipShots: readonly SlipPictureCase[] = [...good, ...turned, ...sized, ...poor, ...cropped]
