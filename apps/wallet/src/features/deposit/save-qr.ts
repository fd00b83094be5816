import { formatAmount } from '@krapao/money'
import type { QrDrawing } from '@krapao/payment-codes'

const SIDE_PX = 720
const CAPTION_PX = 120

/** What a picture in a gallery is drawn with, whatever the theme of the app is. */
const paper = '#ffffff'
const ink = '#000000'

/** A QR as its modules, or the data URL of the picture that it is. */
type ShownQr = QrDrawing | string

/** Draws a QR over its amount, so that it is known again among other pictures. Null where nothing can be drawn. */
async function drawPicture(qr: ShownQr, amountMinor: number): Promise<HTMLCanvasElement | null> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX + CAPTION_PX
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = ink
  context.font = `600 56px ${getComputedStyle(document.body).fontFamily}`
  context.textAlign = 'center'
  context.fillText(`฿${formatAmount(amountMinor)}`, SIDE_PX / 2, SIDE_PX + CAPTION_PX / 2)
  if (typeof qr === 'string') await drawImage(context, qr)
  else drawModules(context, qr)
  return canvas
}

async function drawImage(context: CanvasRenderingContext2D, source: string): Promise<void> {
  const image = new Image()
  image.src = source
  await image.decode()
  context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX)
}

function drawModules(context: CanvasRenderingContext2D, drawing: QrDrawing): void {
  // Whole pixels a module: anything else blurs the edges that readers look for.
  const modulePx = Math.floor(SIDE_PX / drawing.size)
  const marginPx = (SIDE_PX - modulePx * drawing.size) / 2
  context.translate(Math.round(marginPx), Math.round(marginPx))
  context.scale(modulePx, modulePx)
  context.fill(new Path2D(drawing.path))
}

/** Saves a QR as a PNG on the device. @returns whether that could be begun. */
export async function saveQrPicture(qr: ShownQr, amountMinor: number): Promise<boolean> {
  const canvas = await drawPicture(qr, amountMinor).catch(() => null)
  const blob = await new Promise<Blob | null>((done) => {
    if (canvas === null) done(null)
    else canvas.toBlob(done, 'image/png')
  })
  if (blob === null) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `qr-${formatAmount(amountMinor).replaceAll(',', '')}.png`
  link.click()
  // The download has begun with the click; some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return true
}
