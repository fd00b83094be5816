import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { startTexts } from '../lib/texts/texts.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { memberAnswers } from '../testing/member-answers.ts'
import { clearBrowser } from '../testing/open-app.tsx'
import { App } from './app.tsx'

it('pages that are not fetched yet have their titles when they come', async () => {
  clearBrowser()
  fakeServer(memberAnswers)
  history.replaceState(null, '', '/login')
  // As the first load has them: the texts of other pages come with those.
  await startTexts('en', ['shell'])
  await render(<App />)
  const heading = page.getByRole('banner').getByRole('heading', { level: 1 })
  for (const [link, title] of [
    ['Forgot password?', 'Forgot password'],
    ['How-to', 'How-to'],
    ['Contact', 'Contact us'],
    ['Register', 'Register'],
  ] as const) {
    await page.getByRole('link', { name: link }).first().click()
    await expect.element(heading).toHaveTextContent(title)
    await expect.poll(() => document.title).toBe(`${title} · Purse House`)
  }
})
