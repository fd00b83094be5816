import { formatAmount } from '@krapao/money'
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { Banks } from './banks.ts'
import { slipFonts } from './slip-fonts.ts'
import { type Account, maskAccountNo, slipPayload, type Transfer } from './transfers.ts'

/** Draws e-slips as PNG, with the mini-QR by which a slip is verified. */
export type SlipPictures = ReturnType<typeof createSlipPictures>

const widthPx = 720
const heightPx = 1080
const modulePx = 6
const quietModules = 4
const family = 'Noto Sans Thai, Noto Sans Thai Variable, Noto Sans Lao, Noto Sans Lao Variable'

/** Makes the drawer. Fonts and the drawing library are loaded at the first slip: a start should not wait for them. */
export function createSlipPictures(dataFolder: string, banks: Banks) {
  let fonts: Promise<string[]> | undefined
  return {
    async png(transfer: Transfer): Promise<Buffer> {
      fonts ??= slipFonts(dataFolder)
      const [{ renderAsync }, fontFiles] = await Promise.all([import('@resvg/resvg-js'), fonts])
      const image = await renderAsync(slipSvg(transfer, banks.nameOf), {
        font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Noto Sans Thai' },
      })
      return image.asPng()
    },
  }
}

/** The slip as SVG: what was paid, from whom to whom, when, and the mini-QR. */
export function slipSvg(transfer: Transfer, bankName: (code: string) => string): string {
  const unit = transfer.currency === 'LAK' ? 'กีบ' : 'บาท'
  const rows = [
    line(56, 596, 26, '#5b6470', 'จำนวนเงิน'),
    line(widthPx - 56, 600, 42, '#12202f', `${formatAmount(transfer.amountMinor)} ${unit}`, 'end'),
    line(56, 664, 26, '#5b6470', 'ค่าธรรมเนียม'),
    line(widthPx - 56, 664, 28, '#12202f', `0.00 ${unit}`, 'end'),
    line(56, 752, 26, '#5b6470', 'รหัสอ้างอิง'),
    line(56, 794, 26, '#12202f', transfer.transRef),
    ...(transfer.reference === ''
      ? []
      : [line(56, 848, 26, '#5b6470', 'เลขที่อ้างอิง'), line(56, 890, 26, '#12202f', transfer.reference)]),
    line(56, 1032, 22, '#8a5a12', 'สลิปจำลองสำหรับทดสอบ ไม่มีการโอนเงินจริง'),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" font-family="${family}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="#eef3f1"/>`,
    `<rect x="24" y="24" width="${widthPx - 48}" height="${heightPx - 48}" rx="24" fill="#ffffff"/>`,
    `<path d="M24 48a24 24 0 0 1 24-24H${widthPx - 48}a24 24 0 0 1 24 24V176H24z" fill="#0e7a53"/>`,
    `<path d="m62 100 20 20 36-40" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`,
    line(146, 96, 38, '#ffffff', 'โอนเงินสำเร็จ'),
    line(146, 144, 26, '#d5efe4', bangkokTime(transfer.occurredAt)),
    party(236, 'จาก', transfer.from, bankName(transfer.from.bankCode)),
    `<path d="M76 352v28m-10-12 10 12 10-12" fill="none" stroke="#0e7a53" stroke-width="4"/>`,
    party(412, 'ไปยัง', transfer.to, bankName(transfer.to.bankCode)),
    `<path d="M56 540H${widthPx - 56}" stroke="#d9dfe3" stroke-width="2"/>`,
    ...rows,
    miniQr(slipPayload(transfer)),
    '</svg>',
  ].join('\n')
}

function party(y: number, role: string, account: Account, bank: string): string {
  return [
    line(56, y, 24, '#5b6470', role),
    line(150, y, 30, '#12202f', shortened(account.name, 34)),
    line(150, y + 42, 26, '#5b6470', shortened(bank, 40)),
    line(150, y + 80, 26, '#5b6470', maskAccountNo(account.accountNo)),
  ].join('\n')
}

function line(x: number, y: number, sizePx: number, colour: string, text: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" font-size="${sizePx}" fill="${colour}" text-anchor="${anchor}">${escapeXml(withSplitAm(text))}</text>`
}

/** Thai ำ and Lao ຳ as their two halves, the ring before a tone mark: the drawing library sets the whole sign too narrow. */
function withSplitAm(text: string): string {
  return text
    .replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32')
    .replace(/([\u0EC8-\u0ECB]?)\u0EB3/g, '\u0ECD$1\u0EB2')
}

/** The code as whole squares of whole pixels in the lower right corner, with the quiet zone readers need. */
function miniQr(payload: string): string {
  const code = generate(payload, { minCorrectionLevel: correction.M })
  const size = code.size + 2 * quietModules
  const [left, top] = [widthPx - 48 - size * modulePx, heightPx - 96 - size * modulePx]
  const place = `translate(${left} ${top}) scale(${modulePx}) translate(${quietModules} ${quietModules})`
  const plate = `<rect x="${left}" y="${top}" width="${size * modulePx}" height="${size * modulePx}" fill="#ffffff"/>`
  return `${plate}<path d="${toSvgPath(code)}" transform="${place}" fill="#000000" shape-rendering="crispEdges"/>`
}

/** As Thai slips write it: 21 พ.ย. 2569 16:30 น., the year of the Buddhist era, in the time of Bangkok. */
function bangkokTime(time: number): string {
  const at = new Date(time)
  const zone = { timeZone: 'Asia/Bangkok' }
  const day = at.toLocaleDateString('th-TH-u-ca-buddhist-nu-latn', { ...zone, day: 'numeric', month: 'short' })
  const year = at.toLocaleDateString('en-GB', { ...zone, year: 'numeric' })
  const clock = at.toLocaleTimeString('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' })
  return `${day} ${Number(year) + 543} ${clock} น.`
}

function shortened(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
