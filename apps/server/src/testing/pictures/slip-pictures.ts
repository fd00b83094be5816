import { paymentQr, slipCode } from '@krapao/payment-codes'
import sharp from 'sharp'
import { drawSlip, layouts, whitePng, withJpegSegment, withPngChunk } from './slip-drawing.ts'
import type { PlayedTransfer } from '../played/played-bank.ts'
import type { SlipCodes, SlipOutcome, SlipPictureCase } from './slip-case.ts'
import { slipShots } from './slip-shots.ts'

const READ: SlipOutcome = 'SUCCESS'
const ZIP_END = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
const PROMOTION = 'https://shop.example/?ref=slip'

/** A slip code of another form with its checksum made right. */
function signed(text: string): string {
  return `${text}9104${checksumOf(`${text}9104`)}`
}

function checksumOf(text: string): string {
  let register = 0xffff
  for (const byte of Buffer.from(text, 'latin1')) {
    register ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      register = register & 0x8000 ? ((register << 1) ^ 0x1021) & 0xffff : register << 1
  }
  return register.toString(16).toUpperCase().padStart(4, '0')
}

const coded = (name: string, of: (codes: SlipCodes) => string | null, outcome: SlipOutcome): SlipPictureCase => ({
  name,
  draw: (codes) => drawSlip(of(codes), { layout: layouts.GSB }).png().toBuffer(),
  outcome,
})
const beside = (name: string, of: (codes: SlipCodes) => string, outcome: SlipOutcome): SlipPictureCase => ({
  name,
  draw: (codes) =>
    drawSlip(codes.slip, { more: [{ code: of(codes), left: 30, top: 420 }] })
      .png()
      .toBuffer(),
  outcome,
})

const codes: SlipPictureCase[] = [
  beside('a second code that advertises', () => PROMOTION, READ),
  beside('a second code to pay by', () => payCode(), READ),
  beside('the same code twice', ({ slip }) => slip, READ),
  beside('two slips in one picture', ({ other }) => other, 'UNSTABLE_REFNO_ON_SLIP'),
  coded('[ERR-084] no code at all', () => null, 'INVALID_SLIP'),
  coded('the code of a web page', () => PROMOTION, 'INVALID_SLIP'),
  coded('a code to pay by', () => payCode(), 'INVALID_SLIP'),
  coded('a wrong checksum', ({ slip }) => slip.slice(0, -1) + (slip.endsWith('0') ? '1' : '0'), 'INVALID_SLIP'),
  coded('an edited reference', ({ slip }) => slip.replace('XYZ5102TH', 'XYW5102TH'), 'INVALID_SLIP'),
  coded('another application', ({ slip }) => signed(slip.slice(0, -8).replace('000001', '000002')), 'INVALID_SLIP'),
  coded('another country', ({ slip }) => signed(slip.slice(0, -8).replace('5102TH', '5102LA')), 'INVALID_SLIP'),
  coded('a checksum in small letters', ({ slip }) => slip.slice(0, -4) + slip.slice(-4).toLowerCase(), READ),
  coded(
    'a slip of the TrueMoney wallet',
    () => '00490002010102010203P2P0314500000000000010408250720239104a086',
    'IN_PROGRESS',
  ),
  {
    name: 'a landscape',
    draw: () =>
      sharp({
        create: {
          width: 800,
          height: 600,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
          background: '#888',
        },
      })
        .jpeg()
        .toBuffer(),
    outcome: 'INVALID_SLIP',
  },
]

function payCode(): string {
  return paymentQr({ kind: 'promptpay-bill', billerId: '099400016550100', reference1: 'ABC', amountMinor: 100_00 })
}

const told = (
  name: string,
  outcome: SlipOutcome,
  given: Pick<SlipPictureCase, 'transfer' | 'ageMinutes'>,
  amount?: string,
): SlipPictureCase => ({
  name,
  draw: ({ slip }) =>
    drawSlip(slip, amount === undefined ? {} : { amount })
      .jpeg()
      .toBuffer(),
  outcome,
  ...given,
})
const someone = { bankCode: 'KTB', accountNo: 'xxx-x-x1111-x', name: 'SOMEBODY ELSE' }

const facts: SlipPictureCase[] = [
  told('an edited amount: what the bank tells is credited', READ, {}, '999,999.00'),
  told('an edited amount of a tiny transfer', READ, { transfer: { amount: 0.01 } }, '5,000.00'),
  told('[ERR-086] an edited time', 'EXPIRED_SLIP', { ageMinutes: 61 }),
  told('an hour old to the minute', READ, { ageMinutes: 60 }),
  told('a transfer of yesterday', 'EXPIRED_SLIP', { ageMinutes: 24 * 60 }),
  told('a transfer of tomorrow', 'IN_PROGRESS', { ageMinutes: -24 * 60 }),
  told('[ERR-080] a transfer to somebody else', 'DEST_ACC_INVALID', { transfer: { receiver: someone } }),
  told('a transfer to our number at another bank', 'DEST_ACC_INVALID', {
    transfer: { receiver: { bankCode: 'BBL', accountNo: 'xxx-x-x2333-x', name: 'KRAPAO' } },
  }),
  told('[ERR-085] a transfer by somebody else', 'NOT_MATCH', { transfer: { sender: someone } }),
  told('a transfer from the same number at another bank', 'NOT_MATCH', {
    transfer: { sender: { bankCode: 'KTB', accountNo: 'xxx-x-x6789-x', name: 'SOMCHAI JAIDEE' } },
  }),
  told('a sender that hides its whole number', 'IN_PROGRESS', {
    transfer: { sender: { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: 'SOMCHAI J.' } },
  }),
  told('a receiver that hides its whole number', 'IN_PROGRESS', {
    transfer: { receiver: { bankCode: '', accountNo: '', name: 'KRAPAO' } },
  }),
  told('[ERR-087] a transfer that is worth nothing here', 'UNKNOW_ERROR', {
    transfer: {
      amount: 1,
      currency: 'LAK',
      sender: { bankCode: '', accountNo: 'xxx-x-x6789-x', name: '' },
      receiver: { bankCode: 'BCEL', accountNo: 'xxxxxxxxxx3456x', name: 'KRAPAO' },
    },
  }),
  told('a forged slip of a transfer that never was', 'EXPIRED_SLIP', { transfer: null }),
]

const bombs: SlipPictureCase[] = [
  {
    name: 'a PNG that claims 3.6 billion pixels',
    draw: async () => whitePng(60_000, 60_000, false),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  {
    name: 'a PNG that has 81 million pixels',
    draw: async () => whitePng(9_000, 9_000, true),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  { name: 'a PNG of 36 million white pixels', draw: async () => whitePng(6_000, 6_000, true), outcome: 'INVALID_SLIP' },
  {
    name: 'a PNG one pixel high and very wide',
    draw: async () => whitePng(1_000_000, 1, true),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  {
    name: 'a JPEG that claims 4 billion pixels',
    draw: async ({ slip }) => claiming(await drawSlip(slip).jpeg().toBuffer()),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  {
    name: 'a PNG with a text of 8 megabytes',
    draw: async ({ slip }) =>
      withPngChunk(
        await drawSlip(slip).png().toBuffer(),
        'tEXt',
        Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(8_000_000, 65)]),
      ),
    outcome: READ,
  },
  {
    name: 'the mark of a PNG and nothing of one',
    draw: async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)]),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
  {
    name: 'the mark of a JPEG and nothing of one',
    draw: async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]),
    outcome: 'IMG_SIZE_UNABLE_TO_PROCESS',
  },
]

/** A JPEG whose frame says that it is as large as can be. */
function claiming(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(65_500, frame + 5)
  changed.writeUInt16BE(65_500, frame + 7)
  return changed
}

const INVALID: SlipOutcome = { refused: 'SLIP_INVALID_FILE' }
const other = (name: string, bytes: Buffer | string | (() => Promise<Buffer>)): SlipPictureCase => ({
  name,
  draw: async () => (typeof bytes === 'function' ? bytes() : Buffer.from(bytes)),
  outcome: INVALID,
})
const both = (name: string, make: (jpeg: Buffer, png: Buffer) => Buffer): SlipPictureCase => ({
  name,
  draw: async ({ slip }) => make(await drawSlip(slip).jpeg().toBuffer(), await drawSlip(slip).png().toBuffer()),
  outcome: INVALID,
})

const foreign: SlipPictureCase[] = [
  both('a PNG that is an archive too', (_jpeg, png) =>
    Buffer.concat([png, Buffer.from('PK\x03\x04aa', 'latin1'), ZIP_END]),
  ),
  both('a JPEG that is an archive too', (jpeg) => Buffer.concat([jpeg, ZIP_END])),
  both('a JPEG that is a PDF too', (jpeg) => withJpegSegment(jpeg, 0xfe, Buffer.from('%PDF-1.7\n1 0 obj'))),
  both('a PNG with a PDF behind it', (_jpeg, png) => Buffer.concat([png, Buffer.from('%PDF-1.7\n%%EOF')])),
  both('a PNG that is a page too', (_jpeg, png) =>
    withPngChunk(png, 'tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
  ),
  both('a JPEG with a program behind it', (jpeg) => Buffer.concat([jpeg, Buffer.from('\n<?php system($_GET[0]);')])),
  both('a JPEG with a page in its comment', (jpeg) =>
    withJpegSegment(jpeg, 0xfe, Buffer.from('*/=1;<html><body onload=x()>')),
  ),
  other('an animation', () =>
    sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer(),
  ),
  other(
    'a photograph as HEIC',
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(400)]),
  ),
  other('a photograph as AVIF', () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .avif({ effort: 0 })
      .toBuffer(),
  ),
  other('a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  other('a TIFF', () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .tiff()
      .toBuffer(),
  ),
  other('a drawing as SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>'),
  other('a text', 'this is no picture of a slip, whatever its name says'),
  other('a page', '<!doctype html><html><body>slip</body></html>'),
  other(
    'a video',
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42'), Buffer.alloc(400)]),
  ),
  { name: 'nothing', draw: async () => Buffer.alloc(0), outcome: { refused: 'SLIP_NO_FILE' } },
]

/** Slips as members send them, and what comes of each; drawn anew each time, for nobody reads sixty binaries in a review. */
export const slipPictures: readonly SlipPictureCase[] = [...slipShots, ...codes, ...facts, ...bombs, ...foreign]

/** The text of the code on the slip of a transfer. */
export function slipCodeOf(transfer: Pick<PlayedTransfer, 'sendingBank' | 'transRef'>): string {
  return slipCode(transfer)
}
