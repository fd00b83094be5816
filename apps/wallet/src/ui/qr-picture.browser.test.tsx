import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QrImage, QrPicture, readQrDrawing, readQrImage } from './qr-picture.tsx'

const frame = (inside: string, box = '0 0 21 21'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`

describe('a QR code in markup', () => {
  it('is its dark shapes, whatever the light ones are', () => {
    const markup = frame('<path fill="#fff" d="M0 0h21v21H0z"/><path fill="#000" d="M4 4h7v1h-7z"/>')
    expect(readQrDrawing(markup)).toEqual({ size: 21, path: 'M4 4h7v1h-7z' })
    const squares = frame('<rect fill="white" width="21" height="21"/><rect x="4" y="5" width="1" height="2"/>')
    expect(readQrDrawing(squares)).toEqual({ size: 21, path: 'M4 5h1v2h-1z' })
  })

  it.each([
    ['no markup at all', 'hello'],
    ['nothing in it', frame('')],
    ['only light', frame('<path fill="#fff" d="M0 0h21v21H0z"/>')],
    ['a box that begins elsewhere', frame('<path d="M4 4h7v1h-7z"/>', '4 4 21 21')],
    ['no box', '<svg><path d="M4 4h7v1h-7z"/></svg>'],
    ['a path that is more than squares', frame('<path d="M4 4c1 1 2 2 3 3z"/>')],
    ['a path that is none', frame('<path d="javascript:alert(1)"/>')],
    ['squares without sizes', frame('<rect x="a"/>')],
  ])('is none in %s', (_, markup) => {
    expect(readQrDrawing(markup)).toBeUndefined()
  })

  it('brings nothing else to the page', async () => {
    const drawing = readQrDrawing(
      frame(
        '<script>globalThis.harm = 1</script><image href="https://evil.example/x.png"/>' +
          '<path d="M4 4h7v1h-7z" onclick="globalThis.harm = 2"/><foreignObject><b>hi</b></foreignObject>',
      ),
    )
    if (drawing === undefined) throw new Error('there is a code in it')
    const screen = await render(<QrPicture drawing={drawing} label="QR code to deposit 500.00 baht" />)
    await page.getByRole('img', { name: 'QR code to deposit 500.00 baht' }).click()
    expect(screen.container.querySelectorAll('svg *')).toHaveLength(1)
    expect(screen.container.innerHTML).not.toMatch(/script|image|onclick|foreign/i)
    expect('harm' in globalThis).toBe(false)
  })
})

describe('a QR code that came as a picture', () => {
  const source = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')}`
  const markup = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="${href}"/></svg>`

  it('is shown as one, with its label', async () => {
    expect(readQrImage(markup(source))).toBe(source)
    expect(readQrDrawing(markup(source))).toBeUndefined()
    const screen = await render(<QrImage source={source} label="QR code to deposit 500.00 baht" />)
    await expect.element(screen.getByRole('img', { name: 'QR code to deposit 500.00 baht' })).toBeVisible()
  })

  it.each(['https://elsewhere.example/qr.png', 'data:text/html;base64,PGI+', 'javascript:1', ''])(
    'is none that is fetched from elsewhere or is more than a picture: %s',
    (href) => expect(readQrImage(markup(href))).toBeUndefined(),
  )
})
