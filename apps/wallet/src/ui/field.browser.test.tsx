import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Checkbox } from './checkbox.tsx'
import { PasswordField, TextField } from './field.tsx'
import { SelectField } from './select-field.tsx'

const choices = [
  { value: 'KBANK', label: 'Kasikorn' },
  { value: 'SCB', label: 'Siam' },
]
const field = page.getByRole('textbox', { name: 'Name' })

describe('a field', () => {
  it('reads its hint, and in its place what is wrong, which is said at once', async () => {
    const screen = await render(<TextField label="Name" hint="As in your bank book" />)
    await expect.element(field).toHaveAccessibleDescription('As in your bank book')
    await expect.element(field).not.toHaveAttribute('aria-invalid')
    await screen.rerender(<TextField label="Name" hint="As in your bank book" error="Fill in this field" />)
    await expect.element(field).toHaveAccessibleDescription('Fill in this field')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Fill in this field')
    expect(page.getByText('As in your bank book').elements()).toHaveLength(0)
  })

  it('can be wrong without words', async () => {
    await render(<TextField label="Name" aria-invalid />)
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(page.getByRole('alert').elements()).toHaveLength(0)
  })

  it('keeps what it holds when it is read-only, and can be reached; disabled it cannot', async () => {
    await render(
      <>
        <TextField label="Name" defaultValue="Somchai" readOnly />
        <TextField label="Phone" defaultValue="0812345678" disabled />
      </>,
    )
    await userEvent.keyboard('{Tab}x')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('Somchai')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('textbox', { name: 'Phone' })).not.toHaveFocus()
  })
})

it('a field of a password shows and hides it, and its button says which it will do', async () => {
  await render(<PasswordField label="Password" showLabel="Show it" hideLabel="Hide it" autoComplete="off" />)
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('secret')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide it' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(password).toHaveValue('secret')
})

describe('a choice of one among many', () => {
  it('holds nothing at first, then what is chosen', async () => {
    await render(<SelectField label="Bank" placeholder="Choose a bank" choices={choices} defaultValue="" />)
    const select = page.getByRole('combobox', { name: 'Bank' })
    await expect.element(select).toHaveDisplayValue('Choose a bank')
    await userEvent.selectOptions(select, 'SCB')
    await expect.element(select).toHaveValue('SCB')
    expect(select.element().querySelectorAll('option')).toHaveLength(3)
  })

  it('says what is wrong', async () => {
    await render(<SelectField label="Bank" error="Choose one" choices={choices} />)
    const select = page.getByRole('combobox', { name: 'Bank' })
    await expect.element(select).toHaveAccessibleDescription('Choose one')
    await expect.element(select).toHaveAttribute('aria-invalid', 'true')
    expect(select.element().querySelectorAll('option')).toHaveLength(2)
  })
})

it('a checkbox is ticked by its words and by Space; a disabled one is not', async () => {
  await render(
    <>
      <Checkbox label="Remember me" />
      <Checkbox label="Always" defaultChecked disabled />
    </>,
  )
  const box = page.getByRole('checkbox', { name: 'Remember me' })
  const words = page.getByText('Remember me')
  expect(words.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await words.click()
  await expect.element(box).toBeChecked()
  await userEvent.keyboard(' ')
  await expect.element(box).not.toBeChecked()
  ;(page.getByText('Always').element() as HTMLElement).click()
  await expect.element(page.getByRole('checkbox', { name: 'Always' })).toBeChecked()
})
