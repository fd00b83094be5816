/**
 * The receipt as a picture to keep and to send: a slip that stands in the pocket of the purse, drawn on a canvas in the
 * theme and with the fonts that the page has already.
 */

/** What stands on the picture, in words. */
export interface ReceiptPicture {
  readonly brand: string
  /** What the slip is, below the brand. */
  readonly title: string
  readonly headline: string
  readonly tone: 'in' | 'out' | 'wait'
  /** Such as "+฿500" and ".00". */
  readonly amount: { readonly whole: string; readonly fraction: string }
  readonly amountTone: 'in' | 'text' | 'faint'
  /** A value of several lines has them apart. */
  readonly pairs: readonly { readonly name: string; readonly value: string }[]
}

/** In CSS pixels; the picture has three dots for each. */
const WIDTH = 440
const DOTS = 3
const EDGE = 24
const INSET = 20
const LINE = 26
const NAME_WIDTH = 110
const MARK = 48
/** From the top: where the slip begins, and where its head would be torn off. */
const PAPER = 28
const PERFORATION = 216
/** What the amount stands on. */
const AMOUNT = 190
/** How high the pocket is. */
const POCKET = 116

type Pen = CanvasRenderingContext2D
type FontOf = (weight: number, sizePx: number) => string

const colourNames = [
  'ground',
  'ground-glow',
  'surface-1',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'in',
  'out',
  'wait',
  'shade',
  'purse-2',
  'purse-front',
  'purse-front-2',
  'purse-text',
  'purse-text-2',
  'purse-gold',
] as const

type Colours = Readonly<Record<(typeof colourNames)[number], string>>

/** The colours of the theme that is shown or, for paper, of the light one. */
function readColours(isForPaper: boolean): Colours {
  const probe = document.createElement('div')
  if (isForPaper) probe.dataset['theme'] = 'light'
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const values = colourNames.map((name) => [name, style.getPropertyValue(`--c-${name}`).trim()])
  probe.remove()
  return Object.fromEntries(values) as Colours
}

/** Breaks a text into lines that fit, between words where the browser knows them, which Thai and Lao do not mark. */
function breakLines(text: string, fits: (line: string) => boolean, words: readonly string[]): string[] {
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
  const font: FontOf = (weight, sizePx) => `${weight} ${sizePx}px ${family}`
  const { brand, title, headline, pairs } = picture
  const written = [brand, title, headline, ...pairs.flatMap(({ name, value }) => [name, value]), '฿0']
  const [mark] = await Promise.all([
    loadMark(),
    ...[400, 600].map((weight) => document.fonts.load(font(weight, 16), written.join(''))),
  ])

  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('there is no canvas')
  pen.font = font(500, 16)
  const valueWidth = WIDTH - 2 * EDGE - 2 * INSET - NAME_WIDTH
  const rows = pairs.map(({ name, value }) => ({
    name,
    lines: value
      .split('\n')
      .flatMap((part) =>
        breakLines(part, (line) => pen.measureText(line).width <= valueWidth, wordsOf(part, language)),
      ),
  }))
  const rowsTop = PERFORATION + 20
  const lip = rows.reduce((sum, { lines }) => sum + lines.length * LINE + 12, rowsTop + 20)
  const height = lip + POCKET
  canvas.width = WIDTH * DOTS
  canvas.height = height * DOTS
  pen.scale(DOTS, DOTS)
  const colours = readColours(isForPaper)
  drawGround(pen, colours, { lip, height })
  drawPaper(pen, colours, lip)
  drawHead(pen, colours, picture, font)
  drawRows(pen, colours, rows, { top: rowsTop, font })
  drawPocket(pen, colours, picture, { lip, height, mark, font })
  const blob = await new Promise<Blob>((done, fail) => {
    const take = (made: Blob | null): void => (made === null ? fail(new Error('no picture')) : done(made))
    canvas.toBlob(take, isForPaper ? 'image/jpeg' : 'image/png', 0.9)
  })
  return { blob, widthPx: canvas.width, heightPx: canvas.height }
}

/** The mark of the app; undefined where it cannot be had, and the receipt goes without. */
async function loadMark(): Promise<HTMLImageElement | undefined> {
  const image = new Image(MARK, MARK)
  image.src = '/mark.svg'
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

/** The page under its lamp, and the back of the purse. */
function drawGround(pen: Pen, colours: Colours, { lip, height }: { lip: number; height: number }): void {
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, WIDTH, height)
  const lamp = pen.createRadialGradient(WIDTH / 2, -80, 0, WIDTH / 2, -80, 300)
  lamp.addColorStop(0, colours['ground-glow'])
  lamp.addColorStop(1, colours.ground)
  pen.fillStyle = lamp
  pen.fillRect(0, 0, WIDTH, 220)
  pen.fillStyle = colours['purse-2']
  pen.beginPath()
  pen.moveTo(0, lip)
  pen.quadraticCurveTo(WIDTH / 2, lip - 34, WIDTH, lip)
  pen.lineTo(WIDTH, height)
  pen.lineTo(0, height)
  pen.fill()
}

function drawPaper(pen: Pen, colours: Colours, lip: number): void {
  pen.save()
  pen.shadowColor = `rgb(${colours.shade} / 0.3)`
  pen.shadowBlur = 24 * DOTS
  pen.shadowOffsetY = 6 * DOTS
  pen.fillStyle = colours['surface-1']
  pen.beginPath()
  pen.roundRect(EDGE, PAPER, WIDTH - 2 * EDGE, lip + 40 - PAPER, [20, 20, 0, 0])
  pen.fill()
  pen.restore()
  pen.fillStyle = colours.ground
  for (const [x, start] of [
    [EDGE, -0.5],
    [WIDTH - EDGE, 0.5],
  ] as const) {
    pen.beginPath()
    pen.arc(x, PERFORATION, 9, start * Math.PI, (start + 1) * Math.PI)
    pen.fill()
  }
  pen.strokeStyle = colours['line-strong']
  pen.globalAlpha = 0.6
  pen.setLineDash([4, 4])
  pen.beginPath()
  pen.moveTo(EDGE + 20, PERFORATION)
  pen.lineTo(WIDTH - EDGE - 20, PERFORATION)
  pen.stroke()
  pen.setLineDash([])
  pen.globalAlpha = 1
}

/** The edge of the pocket as the home page has it, 328 wide. */
const edge = 'C60 11 110 15 164 15S268 11 328 0'

/** The front pocket with its stitched edge and its weave, over the foot of the slip, and whose purse it is. */
function drawPocket(
  pen: Pen,
  colours: Colours,
  { brand, title }: ReceiptPicture,
  { lip, height, mark, font }: { lip: number; height: number; mark: HTMLImageElement | undefined; font: FontOf },
): void {
  const at = (path: string, y: number): Path2D => {
    const placed = new Path2D()
    placed.addPath(new Path2D(path), new DOMMatrix([WIDTH / 328, 0, 0, 1, 0, y]))
    return placed
  }
  const pocket = at(`M0 0${edge}V${height - lip}H0z`, lip)
  const leather = pen.createLinearGradient(0, lip, 0, height)
  leather.addColorStop(0, colours['purse-front'])
  leather.addColorStop(1, colours['purse-front-2'])
  pen.save()
  pen.shadowColor = `rgb(${colours.shade} / 0.4)`
  pen.shadowBlur = 14 * DOTS
  pen.shadowOffsetY = -3 * DOTS
  pen.fillStyle = leather
  pen.fill(pocket)
  pen.restore()
  pen.save()
  pen.clip(pocket)
  pen.strokeStyle = colours['purse-gold']
  pen.fillStyle = colours['purse-gold']
  for (let column = 0; column < 9; column += 1) {
    pen.globalAlpha = 0.035 * column
    for (let row = 0; row < 6; row += 1) {
      const [x, y] = [WIDTH - 214 + column * 26 + (row % 2) * 13, lip + 26 + row * 24]
      pen.stroke(new Path2D(`M${x} ${y}l8 11-8 11-8-11z`))
      if ((column + row) % 2 === 1) pen.fill(new Path2D(`M${x} ${y + 6}l3.6 5-3.6 5-3.6-5z`))
    }
  }
  pen.restore()
  pen.strokeStyle = colours['purse-gold']
  pen.lineWidth = 1.25
  pen.globalAlpha = 0.5
  pen.stroke(at(`M0 0${edge}`, lip))
  pen.setLineDash([5, 5])
  pen.stroke(at(`M0 0${edge}`, lip + 6))
  pen.setLineDash([])
  pen.globalAlpha = 1
  const middle = lip + POCKET / 2 + 10
  const left = mark === undefined ? EDGE : EDGE + MARK + 14
  if (mark !== undefined) pen.drawImage(mark, EDGE, middle - MARK / 2, MARK, MARK)
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillStyle = colours['purse-text']
  pen.font = font(600, 20)
  pen.fillText(brand, left, middle - 13)
  pen.fillStyle = colours['purse-text-2']
  pen.font = font(400, 16)
  pen.fillText(title, left, middle + 14)
}

/** In a circle of 28 at (0, 0): done, failed, or under way. */
const signs = { in: 'M-11 1 -3.5 8.5 11 -7', out: 'M0 -10V3M0 9.5v.2', wait: 'M0 -8V1L6 5' }

function drawHead(pen: Pen, colours: Colours, picture: ReceiptPicture, font: FontOf): void {
  pen.save()
  pen.translate(WIDTH / 2, 86)
  pen.fillStyle = colours[picture.tone]
  pen.globalAlpha = 0.16
  pen.beginPath()
  pen.arc(0, 0, 28, 0, 2 * Math.PI)
  pen.fill()
  pen.globalAlpha = 1
  pen.strokeStyle = colours[picture.tone]
  pen.lineWidth = 2.75
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(signs[picture.tone]))
  pen.restore()
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  pen.fillStyle = colours['text-2']
  pen.font = font(400, 16)
  pen.fillText(picture.headline, WIDTH / 2, 136)
  const { whole, fraction } = picture.amount
  const sizes = { whole: whole.length > 11 ? 34 : 42, fraction: 24 }
  pen.fillStyle = { in: colours.in, text: colours.text, faint: colours['text-3'] }[picture.amountTone]
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.font = font(500, sizes.fraction)
  const fractionWidth = pen.measureText(fraction).width
  pen.font = font(650, sizes.whole)
  const wholeWidth = pen.measureText(whole).width
  const left = (WIDTH - wholeWidth - fractionWidth) / 2
  pen.fillText(whole, left, AMOUNT)
  pen.font = font(500, sizes.fraction)
  pen.fillText(fraction, left + wholeWidth, AMOUNT)
}

function drawRows(
  pen: Pen,
  colours: Colours,
  rows: readonly { name: string; lines: readonly string[] }[],
  { top, font }: { top: number; font: FontOf },
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
