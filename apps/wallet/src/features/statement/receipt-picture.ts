/** The receipt as a picture to keep: drawn on a canvas in the theme and with the fonts that the page has already. */

/** What stands on the picture, in words. */
export interface ReceiptPicture {
  readonly brand: string
  readonly headline: string
  readonly tone: 'in' | 'out' | 'wait'
  /** Such as "+฿500" and ".00". */
  readonly amount: { readonly whole: string; readonly fraction: string }
  readonly amountTone: 'in' | 'text' | 'faint'
  readonly pairs: readonly { readonly name: string; readonly value: string }[]
}

/** In CSS pixels; the picture has three dots for each. */
const WIDTH = 440
const DOTS = 3
const EDGE = 24
const INSET = 20
const LINE = 26
const NAME_WIDTH = 110

type Colours = Readonly<
  Record<
    'ground' | 'surface-1' | 'line-strong' | 'text' | 'text-2' | 'text-3' | 'in' | 'out' | 'wait' | 'gold-ink',
    string
  >
>

/** The colours of the theme that is shown or, for paper, of the light one. */
function readColours(isForPaper: boolean): Colours {
  const names = ['ground', 'surface-1', 'line-strong', 'text', 'text-2', 'text-3', 'in', 'out', 'wait', 'gold-ink']
  const probe = document.createElement('div')
  if (isForPaper) probe.dataset['theme'] = 'light'
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const values = names.map((name) => [name, style.getPropertyValue(`--c-${name}`).trim()])
  probe.remove()
  return Object.fromEntries(values) as Colours
}

/** Breaks a text into lines that fit, between words where the browser knows them, which Thai and Lao do not mark. */
export function breakLines(text: string, fits: (line: string) => boolean, words: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (line !== '' && !fits(`${line}${word}`.trimEnd())) {
      lines.push(line.trim())
      line = ''
    }
    if (fits(word)) line += word
    else {
      for (const sign of word) {
        if (line !== '' && !fits(line + sign)) {
          lines.push(line.trim())
          line = ''
        }
        line += sign
      }
    }
  }
  if (line.trim() !== '' || text === '') lines.push(line.trim())
  return lines
}

function wordsOf(text: string, language: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.split(/(?<= )/)
  return Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(text), ({ segment }) => segment)
}

/** A drawn receipt: a PNG in the colours that are shown or, for paper, a JPEG in light ones. */
export interface DrawnReceipt {
  readonly blob: Blob
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Draws the picture.
 *
 * @throws {Error} when the browser cannot draw or encode it.
 */
export async function drawReceipt(
  picture: ReceiptPicture,
  language: string,
  { isForPaper }: { isForPaper: boolean },
): Promise<DrawnReceipt> {
  const family = getComputedStyle(document.body).fontFamily
  const font = (weight: number, sizePx: number): string => `${weight} ${sizePx}px ${family}`
  const written = [picture.brand, picture.headline, ...picture.pairs.flatMap(({ name, value }) => [name, value]), '฿0']
  await Promise.all([400, 600].map((weight) => document.fonts.load(font(weight, 16), written.join(''))))

  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('there is no canvas')
  pen.font = font(500, 16)
  const valueWidth = WIDTH - 2 * EDGE - 2 * INSET - NAME_WIDTH
  const rows = picture.pairs.map(({ name, value }) => ({
    name,
    lines: breakLines(value, (line) => pen.measureText(line).width <= valueWidth, wordsOf(value, language)),
  }))
  const rowsHeight = rows.reduce((sum, { lines }) => sum + lines.length * LINE + 12, 0)
  const paperTop = 72
  const perforation = paperTop + 176
  const paperBottom = perforation + 20 + rowsHeight + 16
  canvas.width = WIDTH * DOTS
  canvas.height = (paperBottom + EDGE) * DOTS
  pen.scale(DOTS, DOTS)
  const colours = readColours(isForPaper)
  drawPaper(pen, colours, { top: paperTop, perforation, bottom: paperBottom })
  drawHead(pen, colours, picture, font)
  drawRows(pen, colours, rows, { top: perforation + 20, font })
  const blob = await new Promise<Blob>((done, fail) => {
    const take = (made: Blob | null): void => (made === null ? fail(new Error('no picture')) : done(made))
    canvas.toBlob(take, isForPaper ? 'image/jpeg' : 'image/png', 0.9)
  })
  return { blob, widthPx: canvas.width, heightPx: canvas.height }
}

function drawPaper(
  pen: CanvasRenderingContext2D,
  colours: Colours,
  { top, perforation, bottom }: { top: number; perforation: number; bottom: number },
): void {
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, WIDTH, bottom + EDGE)
  pen.fillStyle = colours['surface-1']
  pen.beginPath()
  pen.roundRect(EDGE, top, WIDTH - 2 * EDGE, bottom - top, 20)
  pen.fill()
  pen.fillStyle = colours.ground
  for (const x of [EDGE, WIDTH - EDGE]) {
    pen.beginPath()
    pen.arc(x, perforation, 9, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.strokeStyle = colours['line-strong']
  pen.globalAlpha = 0.6
  pen.setLineDash([4, 4])
  pen.beginPath()
  pen.moveTo(EDGE + 20, perforation)
  pen.lineTo(WIDTH - EDGE - 20, perforation)
  pen.stroke()
  pen.setLineDash([])
  pen.globalAlpha = 1
}

/** In a circle of 26 at (0, 0): done, failed, or under way. */
const signs = { in: 'M-11 1 -3.5 8.5 11 -7', out: 'M0 -10V3M0 9.5v.2', wait: 'M0 -8V1L6 5' }

function drawHead(
  pen: CanvasRenderingContext2D,
  colours: Colours,
  picture: ReceiptPicture,
  font: (weight: number, sizePx: number) => string,
): void {
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  pen.fillStyle = colours['gold-ink']
  pen.font = font(600, 20)
  pen.fillText(picture.brand, WIDTH / 2, 42)
  pen.save()
  pen.translate(WIDTH / 2, 120)
  pen.fillStyle = colours[picture.tone]
  pen.globalAlpha = 0.16
  pen.beginPath()
  pen.arc(0, 0, 26, 0, 2 * Math.PI)
  pen.fill()
  pen.globalAlpha = 1
  pen.strokeStyle = colours[picture.tone]
  pen.lineWidth = 2.75
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(signs[picture.tone]))
  pen.restore()
  pen.fillStyle = colours['text-2']
  pen.font = font(400, 16)
  pen.fillText(picture.headline, WIDTH / 2, 166)
  const { whole, fraction } = picture.amount
  const sizes = { whole: whole.length > 11 ? 32 : 40, fraction: 22 }
  pen.fillStyle = { in: colours.in, text: colours.text, faint: colours['text-3'] }[picture.amountTone]
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.font = font(500, sizes.fraction)
  const fractionWidth = pen.measureText(fraction).width
  pen.font = font(650, sizes.whole)
  const wholeWidth = pen.measureText(whole).width
  const left = (WIDTH - wholeWidth - fractionWidth) / 2
  pen.fillText(whole, left, 218)
  pen.font = font(500, sizes.fraction)
  pen.fillText(fraction, left + wholeWidth, 218)
}

function drawRows(
  pen: CanvasRenderingContext2D,
  colours: Colours,
  rows: readonly { name: string; lines: readonly string[] }[],
  { top, font }: { top: number; font: (weight: number, sizePx: number) => string },
): void {
  pen.textBaseline = 'middle'
  let y = top
  for (const { name, lines } of rows) {
    pen.textAlign = 'left'
    pen.font = font(400, 16)
    pen.fillStyle = colours['text-2']
    pen.fillText(name, EDGE + INSET, y + LINE / 2, NAME_WIDTH)
    pen.textAlign = 'right'
    pen.font = font(500, 16)
    pen.fillStyle = colours.text
    for (const line of lines) {
      pen.fillText(line, WIDTH - EDGE - INSET, y + LINE / 2)
      y += LINE
    }
    y += 12
  }
}

/** Whether the device can hand a picture to another app. */
export function canSharePictures(): boolean {
  const probe = new File([], 'receipt.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}
