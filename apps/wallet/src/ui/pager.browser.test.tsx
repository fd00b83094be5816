import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PagerLabels } from './pager.tsx'
import { Pager } from './pager.tsx'

const labels: PagerLabels = {
  pager: 'Pages',
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  page: (one) => `Go to page ${one}`,
}
const button = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name, exact: true })

async function draw(present: number, pages: number) {
  const onGo = vi.fn()
  const { container } = await render(<Pager page={present} pages={pages} labels={labels} onGo={onGo} />)
  return { onGo, container }
}

describe('a pager', () => {
  it('[LIM-024] links the three pages before the present one, it, and the one after', async () => {
    const { container } = await draw(10, 20)
    expect([...container.querySelectorAll('nav button')].map((one) => one.textContent).filter(Boolean)).toEqual([
      '7',
      '8',
      '9',
      '10',
      '11',
    ])
    await expect.element(button('Go to page 10')).toHaveAttribute('aria-current', 'page')
    expect(container.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  it('goes to a page, one on, one back, and to both ends', async () => {
    const { onGo } = await draw(10, 20)
    for (const name of ['Go to page 7', 'Next page', 'Previous page', 'First page', 'Last page']) {
      await button(name).click()
    }
    expect(onGo.mock.calls).toEqual([[7], [11], [9], [1], [20]])
  })

  it.each([
    [1, ['First page', 'Previous page']],
    [20, ['Next page', 'Last page']],
  ])('has no way beyond its ends: page %i', async (present, off) => {
    await draw(present, 20)
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page']) {
      expect([name, (button(name).element() as HTMLButtonElement).disabled]).toEqual([name, off.includes(name)])
    }
  })

  it('is not there for a single page', async () => {
    const { container } = await draw(1, 1)
    expect(container.childElementCount).toBe(0)
  })
})
