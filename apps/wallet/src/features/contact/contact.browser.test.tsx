import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const contact = {
  contactText:
    '<h1>Hours</h1><p>Call <b>us</b> <a href="javascript:alert(1)">now</a></p><script>document.title = "x"</script>' +
    '<img src="/art/a.svg" alt="Our door" onerror="document.title = \'x\'">',
  lineLink: 'https://line.example/add',
  lineName: '@krapao',
  lineQR: 'https://line.example/qr.png',
}
const places = [
  ['/contact', {}],
  ['/user/contact', { token: 'good' }],
] as const
const code = page.getByRole('img', { name: 'QR code to add us' })

beforeEach(clearBrowser)

describe.each(places)('%s', (path, visitor) => {
  const open = async (answer: object): Promise<void> => {
    fakeServer({ ...memberAnswers, 'GET /api/lookup/contact': answer })
    await openApp(path, visitor)
  }

  it('[CON-001] shows the text of the operator as HTML, made safe', async () => {
    await open(contact)
    await expect.element(page.getByRole('heading', { name: 'Hours', level: 3 })).toBeVisible()
    expect(page.getByText('us', { exact: true }).element().localName).toBe('strong')
    expect(
      page
        .getByText(/Call us now/)
        .element()
        .querySelector('a'),
    ).toBeNull()
    const picture = page.getByRole('img', { name: 'Our door' }).element()
    expect(picture.getAttributeNames().toSorted()).toEqual(['alt', 'loading', 'src'])
    expect(document.title).toContain('Contact us')
  })

  it('[CON-002] [GEN-011] shows the version of the app', async () => {
    await open(contact)
    await expect.element(page.getByText('Version 1.1.12')).toBeVisible()
  })

  it('[CON-003] [CON-004] [CON-005] shows the picture, the link and the name of the messaging app', async () => {
    await open(contact)
    await expect.element(code).toHaveAttribute('src', contact.lineQR)
    await expect.element(page.getByText('@krapao', { exact: true })).toBeVisible()
    const link = page.getByRole('link', { name: /^Add @krapao/ })
    await expect.element(link).toHaveAttribute('href', contact.lineLink)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it.each([
    [null, null],
    ['', 'https://line.example/add'],
    ['javascript:alert(1)', null],
  ])('[CON-006] has a picture of its own for %j, and no code that leads nowhere', async (lineQR, lineLink) => {
    await open({ ...contact, lineQR, lineLink, lineName: null })
    await expect.element(page.getByRole('figure')).toBeVisible()
    const drawing = page.getByRole('figure').element().querySelector('svg, img')
    expect(drawing?.getBoundingClientRect().width).toBeGreaterThan(80)
    expect(code.elements()).toEqual([])
    expect(page.getByRole('link', { name: /^Open the chat app/ }).elements()).toHaveLength(lineLink === null ? 0 : 1)
  })

  it('says why there is nothing, still shows the version, and tries again', async () => {
    let answer: object = refusal(500, 'INTERNAL_SERVER_ERROR')
    fakeServer({ ...memberAnswers, 'GET /api/lookup/contact': () => answer })
    await openApp(path, visitor)
    await expect.element(page.getByRole('heading', { name: /Something broke on our side/ })).toBeVisible()
    await expect.element(page.getByText('Version 1.1.12')).toBeVisible()
    answer = contact
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('@krapao', { exact: true })).toBeVisible()
  })
})
