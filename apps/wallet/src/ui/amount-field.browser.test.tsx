import type { ReactNode } from 'react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmountField, AmountPresets } from './amount-field.tsx'
import { minorOfTyped } from './typed-amount.ts'

function Form({ error }: { error?: string }): ReactNode {
  const [text, setText] = useState('')
  return (
    <>
      <AmountField label="Amount" hint="Minimum 1 baht" error={error} text={text} onChange={setText} />
      <AmountPresets
        groupLabel="Choose an amount"
        labelOf={(amount) => `Choose ${amount} baht`}
        amountsMinor={[20_00, 100_00, 1000_00]}
        chosenMinor={minorOfTyped(text)}
        onChoose={setText}
      />
    </>
  )
}

const field = page.getByRole('textbox', { name: 'Amount' })

describe('an amount', () => {
  beforeEach(async () => {
    await render(<Form />)
  })

  it('takes what can be an amount and nothing else', async () => {
    await field.click()
    await userEvent.keyboard('1a2.5x67')
    await expect.element(field).toHaveValue('12.56')
  })

  it('parts thousands while it is typed, and keeps the caret among its digits', async () => {
    await field.click()
    await userEvent.keyboard('1234567')
    await expect.element(field).toHaveValue('1,234,567')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}9')
    await expect.element(field).toHaveValue('12,349,567')
    await userEvent.keyboard('0')
    await expect.element(field).toHaveValue('123,490,567')
  })

  it('takes a digit with the comma that is deleted, before it and behind it', async () => {
    await field.fill('1234567')
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
    await expect.element(field).toHaveValue('123,567')
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{Delete}')
    await expect.element(field).toHaveValue('12,367')
    await userEvent.keyboard('8')
    await expect.element(field).toHaveValue('123,867')
  })

  it('has no zeros before its first digit, and what is typed next stands where one was deleted', async () => {
    await field.fill('1000000')
    await userEvent.keyboard('{Home}{Delete}')
    await expect.element(field).toHaveValue('0')
    await userEvent.keyboard('25')
    await expect.element(field).toHaveValue('25')
    await field.fill('1005')
    await userEvent.keyboard('{Home}{ArrowRight}{Backspace}')
    await expect.element(field).toHaveValue('5')
    await userEvent.keyboard('3')
    await expect.element(field).toHaveValue('35')
  })

  it('takes an amount that was pasted as it is written elsewhere', async () => {
    await field.fill(' 1,234,567.50 ')
    await expect.element(field).toHaveValue('1,234,567.50')
    // The same once more, without its commas, is the same.
    await field.fill('1234567.50')
    await expect.element(field).toHaveValue('1,234,567.50')
  })

  it('takes Thai digits as what they are', async () => {
    await field.fill('๒๐.๕')
    await expect.element(field).toHaveValue('20.5')
  })

  it('says its minimum to who hears the page', async () => {
    await expect.element(field).toHaveAccessibleDescription('Minimum 1 baht')
  })

  it('is set by a preset, which then is the pressed one', async () => {
    const preset = page.getByRole('button', { name: 'Choose 1,000 baht' })
    await preset.click()
    await expect.element(field).toHaveValue('1,000')
    await expect.element(preset).toHaveAttribute('aria-pressed', 'true')
    await field.fill('100.00')
    await expect.element(page.getByRole('button', { name: 'Choose 100 baht' })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(preset).toHaveAttribute('aria-pressed', 'false')
  })

  it('has targets of 44 px and more', () => {
    for (const button of page.getByRole('button').elements()) {
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    }
  })
})

it('an amount that is wrong says so', async () => {
  await render(<Form error="Too little" />)
  await expect.element(field).toHaveAccessibleDescription('Too little')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})
