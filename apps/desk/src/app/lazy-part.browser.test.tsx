import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showLanguage } from '../lib/texts/texts.ts'
import { lazyPart } from './lazy-part.tsx'

it('a page that did not come is asked for again by a button, and at the next place by itself', async () => {
  showLanguage('en')
  const answers = ['away', 'away', 'there']
  const { Part } = lazyPart(async () => {
    if (answers.shift() === 'away') throw new Error('away')
    return { Page: () => <p>There it is</p> }
  }, 'Page')
  await render(<Part />)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => answers).toEqual(['there'])
  await expect.element(page.getByText('No connection. Check your internet and try again.')).toBeVisible()
  location.hash = '#/audit'
  await expect.element(page.getByText('There it is')).toBeVisible()
})
