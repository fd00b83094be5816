import { describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Carousel } from './carousel.tsx'

const labels = {
  previous: 'Previous card',
  next: 'Next card',
  position: (n: number, total: number): string => `Card ${n} of ${total}`,
}

function cards(total: number) {
  return Array.from({ length: total }, (_, index) => ({
    key: `g${index + 1}`,
    picture: <span />,
    words: `Game ${index + 1}`,
  }))
}

async function show(total: number) {
  const onOpen = vi.fn()
  const { container } = await render(<Carousel title="Slots" labels={labels} items={cards(total)} onOpen={onOpen} />)
  const inSight = (): string[] =>
    [...container.querySelectorAll<HTMLElement>('li button')]
      .filter((card) => Number(getComputedStyle(card).opacity) > 0)
      .map((card) => card.textContent ?? '')
  return { onOpen, container, inSight }
}

const front = (name: string) =>
  expect.element(page.getByRole('button', { name, exact: true })).toHaveAttribute('tabindex', '0')

describe('a ring of cards', () => {
  it('[CAR-003] [CAR-004] [CAR-005] [CAR-006] has six cards of 300 by 211, three of them in sight', async () => {
    await page.viewport(1280, 800)
    const { container, inSight } = await show(6)
    expect(container.querySelectorAll('li')).toHaveLength(6)
    expect(inSight()).toEqual(['Game 1', 'Game 2', 'Game 6'])
    const card = page.getByRole('button', { name: 'Game 1', exact: true }).element() as HTMLElement
    expect([card.offsetWidth, card.offsetHeight]).toEqual([300, 211])
  })

  it('is turned by its buttons, past its ends too, and says where it stands', async () => {
    const { inSight } = await show(9)
    await page.getByRole('button', { name: 'Next card' }).click()
    await front('Game 2')
    await expect.element(page.getByText('Card 2 of 9')).toBeInTheDocument()
    await page.getByRole('button', { name: 'Previous card' }).click()
    await front('Game 1')
    await page.getByRole('button', { name: 'Previous card' }).click()
    await front('Game 9')
    await expect.poll(inSight).toEqual(['Game 1', 'Game 8', 'Game 9'])
  })

  it('is turned by the keys, which take the focus along, and brings every card to the front', async () => {
    await show(7)
    const first = page.getByRole('button', { name: 'Game 1', exact: true })
    first.element().focus()
    for (let n = 2; n <= 7; n += 1) {
      await userEvent.keyboard('{ArrowRight}')
      await expect.element(page.getByRole('button', { name: `Game ${n}`, exact: true })).toHaveFocus()
      await front(`Game ${n}`)
    }
    await userEvent.keyboard('{Home}')
    await front('Game 1')
    await userEvent.keyboard('{End}')
    await front('Game 7')
  })

  it('[CAR-012] opens the card that is pressed, in front or beside it', async () => {
    const { onOpen } = await show(6)
    await page.getByRole('button', { name: 'Game 1', exact: true }).click()
    const beside = page.getByRole('button', { name: 'Game 2', exact: true })
    const { right, top, height } = beside.element().getBoundingClientRect()
    document
      .elementFromPoint(right - 4, top + height / 2)
      ?.closest('button')
      ?.click()
    expect(onOpen.mock.calls).toEqual([['g1'], ['g2']])
    await front('Game 2')
  })

  it('lies flat where motion is reduced, the last card before the first, and turns all the same', async () => {
    const browser = cdp() as unknown as { send: (method: string, terms: object) => Promise<unknown> }
    const motion = (value: string): Promise<unknown> =>
      browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    await motion('reduce')
    try {
      await page.viewport(360, 740)
      const { container, inSight } = await show(6)
      const lefts = (names: readonly string[]): number[] =>
        names.map((name) =>
          Math.round(page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().left),
        )
      const cardPx = Math.round(page.getByRole('button', { name: 'Game 1', exact: true }).element().clientWidth)
      const gapPx = 12
      const middlePx = Math.round((document.documentElement.clientWidth - cardPx) / 2)
      const places = [-1, 0, 1].map((place) => middlePx + place * (cardPx + gapPx))
      for (const [at, left] of lefts(['Game 6', 'Game 1', 'Game 2']).entries()) {
        expect(Math.abs(left - (places[at] ?? 0))).toBeLessThanOrEqual(1)
      }
      await page.getByRole('button', { name: 'Previous card' }).click()
      await front('Game 6')
      await expect.poll(inSight).toEqual(['Game 1', 'Game 5', 'Game 6'])
      await expect.poll(() => Math.abs((lefts(['Game 1'])[0] ?? 0) - (places[2] ?? 0))).toBeLessThanOrEqual(1)
      expect(container.querySelectorAll('li')).toHaveLength(6)
    } finally {
      await motion('')
    }
  })

  it('is no ring with two cards, and has no buttons for one', async () => {
    const { inSight } = await show(2)
    expect(inSight()).toEqual(['Game 1', 'Game 2'])
    const { container } = await show(1)
    expect(container.querySelectorAll('button')).toHaveLength(1)
  })
})
