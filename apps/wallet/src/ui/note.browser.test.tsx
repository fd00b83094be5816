import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Note } from './note.tsx'
import { Parties } from './parties.tsx'
import { Phrases } from './phrases.tsx'
import { SmallButton } from './small-button.tsx'

describe('a note', () => {
  it.each(['plain', 'wait', 'out', 'gold'] as const)('of the tone %s is read, with its one action', async (tone) => {
    const onRetry = vi.fn()
    await render(
      <Note tone={tone} role="alert" action={<SmallButton onClick={onRetry}>Try again</SmallButton>}>
        Not fetched
      </Note>,
    )
    await expect.element(page.getByRole('alert').getByText('Not fetched', { exact: true })).toBeVisible()
    const button = page.getByRole('button', { name: 'Try again' })
    expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await button.click()
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('where money goes', () => {
  const wallet = { picture: <img alt="" width="48" height="48" />, label: 'From', name: 'Main wallet' }
  const account = { drawing: <path d="M4 4h16" />, label: 'To', name: 'Siam bank', details: ['SOMCHAI', 'xxx-7890'] }

  it('is told from the first place to the second, with an arrow between', async () => {
    const { container } = await render(<Parties parties={[wallet, account]} />)
    const words = [...container.querySelectorAll('p')].map((one) => [...one.children].map((part) => part.textContent))
    expect(words).toEqual([
      ['From', 'Main wallet'],
      ['To', 'Siam bank', 'SOMCHAI', 'xxx-7890'],
    ])
    expect(container.querySelectorAll('svg')).toHaveLength(2)
  })

  it('may be one place', async () => {
    const { container } = await render(<Parties parties={[account]} />)
    expect(container.querySelectorAll('svg')).toHaveLength(1)
  })
})

describe('a sentence in the middle of a screen', () => {
  const tops = (container: Element): number[] =>
    [...container.querySelectorAll('span')].map((phrase) => phrase.getBoundingClientRect().top)

  it('ends its lines at its phrases in Thai and Lao, and reads as before', async () => {
    const text = 'บัญชีผู้โอนไม่ตรงกับที่ลงทะเบียน ติดต่อแอดมิน'
    const { container } = await render(
      <p style={{ width: 160 }}>
        <Phrases text={text} />
      </p>,
    )
    expect(container.textContent).toBe(text)
    const [first, second] = tops(container)
    expect(second).toBeGreaterThan(first ?? Number.NaN)
    expect(container.querySelectorAll('span')[1]?.getClientRects()).toHaveLength(1)
  })

  it('keeps a number with what it counts', async () => {
    const { container } = await render(<Phrases text="หักคืนไม่เกิน 20.00 บาท ที่เหลือเข้ากระเป๋า" />)
    const phrases = [...container.querySelectorAll('span')].map(({ textContent }) => textContent)
    expect(phrases).toEqual(['หักคืนไม่เกิน', '20.00 บาท', 'ที่เหลือเข้ากระเป๋า'])
  })

  it('is left to the browser in English', async () => {
    const { container } = await render(<Phrases text="The sender does not match. Contact support." />)
    expect(tops(container)).toEqual([])
  })
})
