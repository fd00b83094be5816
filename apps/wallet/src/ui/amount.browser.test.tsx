import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Amount } from './amount.tsx'
import './base.css'

describe('an amount', () => {
  it.each([
    [150_000, '', '฿1,500.00 baht'],
    [5, '', '฿0.05 baht'],
    [-50, '', '-฿0.50 baht'],
    [123_456_789, '+', '+฿1,234,567.89 baht'],
    [2_000, '−', '−฿20.00 baht'],
  ] as const)('[GEN-007] [GEN-008] of %i satang and the sign "%s" is %s', async (amountMinor, sign, text) => {
    const { container } = await render(<Amount amountMinor={amountMinor} bahtLabel="baht" sign={sign} />)
    expect(container.textContent).toBe(text)
  })

  it('is never wrapped', async () => {
    const { container } = await render(
      <div style={{ width: 20 }}>
        <Amount amountMinor={123_456_789} bahtLabel="baht" />
      </div>,
    )
    const drawn = container.querySelector('div > span')
    expect(drawn === null ? '' : getComputedStyle(drawn).whiteSpace).toBe('nowrap')
  })
})
