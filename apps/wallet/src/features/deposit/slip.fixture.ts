import type { Slip } from '@krapao/contract'
import { slipCode } from '@krapao/payment-codes'
import { correction, generate } from 'lean-qr'
import { page } from 'vitest/browser'

/** Pictures of slips, and slips as the server tells them. */

/** The text of a slip's code. */
export const goodCode = slipCode({ sendingBank: '002', transRef: '015325021456ATF09876' })

interface PictureTerms {
  /** What the code on it says; none without. */
  readonly code?: string
  readonly widthPx?: number
  readonly heightPx?: number
  readonly type?: 'image/jpeg' | 'image/png' | 'image/webp'
  /** Fills it with what no encoder makes small. */
  readonly isNoisy?: boolean
  readonly name?: string
}

/** Draws a picture, with the code of a slip on it or another, as a file that was chosen. */
export async function pictureOf(terms: PictureTerms = {}): Promise<File> {
  const { code, widthPx = 600, heightPx = 900, type = 'image/png', isNoisy = false, name = 'slip.png' } = terms
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('nothing can be drawn here')
  context.fillStyle = '#eef3ff'
  context.fillRect(0, 0, widthPx, heightPx)
  if (isNoisy) {
    const noise = context.createImageData(widthPx, heightPx)
    for (let start = 0; start < noise.data.length; start += 65_536) {
      crypto.getRandomValues(noise.data.subarray(start, start + 65_536))
    }
    for (let alpha = 3; alpha < noise.data.length; alpha += 4) noise.data[alpha] = 255
    context.putImageData(noise, 0, 0)
  }
  if (code !== undefined) {
    const drawn = generate(code, { minCorrectionLevel: correction.M })
    const size = drawn.size + 8
    const modulePx = Math.floor((widthPx * 0.4) / size)
    context.translate(Math.round(widthPx * 0.3), Math.round(heightPx * 0.5))
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, size * modulePx, size * modulePx)
    context.fillStyle = '#000000'
    for (let y = 0; y < drawn.size; y += 1)
      for (let x = 0; x < drawn.size; x += 1)
        if (drawn.get(x, y)) context.fillRect((x + 4) * modulePx, (y + 4) * modulePx, modulePx, modulePx)
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95))
  if (blob === null) throw new Error('the picture was not drawn')
  return new File([blob], name, { type })
}

/** Chooses a file as the picker would. */
export function chooseFile(file: File): void {
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
  if (input === null) throw new Error('there is nothing to choose a file with')
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A slip as the server tells it. */
export function slipOf(number: number, changes: Partial<Slip> = {}): Slip {
  return {
    createdAt: '2026-11-20T14:04:37.000Z',
    amount: null,
    status: 'IN_PROGRESS',
    note: null,
    link: `/api/files/${'f'.repeat(20)}${number}?e=1&s=x`,
    reference: `slip${String(number).padStart(20, '0')}`,
    ...changes,
  }
}

const dialog = page.getByRole('dialog')

/** Goes to a tab of the deposit sheet. */
export async function toTab(name: string): Promise<void> {
  await dialog.getByRole('tab', { name }).click()
}
