import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Segments } from './segments.tsx'

const choices = [
  { value: 'system', label: 'As on device' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const

function Theme(): ReactNode {
  const [value, setValue] = useState<(typeof choices)[number]['value']>('dark')
  return (
    <>
      <Segments label="Theme" choices={choices} value={value} onChoose={setValue} />
      <Segments label="Other" choices={choices} value="system" onChoose={() => undefined} />
    </>
  )
}

const group = page.getByRole('group', { name: 'Theme' })
const choice = (name: string): ReturnType<typeof page.getByRole> => group.getByRole('radio', { name })

it('a segmented control is one stop of the Tab key, and its arrows choose, past its ends too', async () => {
  await render(<Theme />)
  await userEvent.keyboard('{Tab}')
  await expect.element(choice('Dark')).toHaveFocus()
  for (const [key, name] of [
    ['ArrowRight', 'Light'],
    ['ArrowRight', 'As on device'],
    ['ArrowLeft', 'Light'],
    ['ArrowUp', 'Dark'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(choice(name)).toBeChecked()
    await expect.element(choice(name)).toHaveFocus()
  }
  await userEvent.keyboard('{Tab}')
  const other = page.getByRole('group', { name: 'Other' })
  await expect.element(other.getByRole('radio', { name: 'As on device' })).toHaveFocus()
})

it('a segmented control is chosen by a press anywhere on a segment, of 44 px and more', async () => {
  await render(<Theme />)
  await choice('Light').click()
  await expect.element(choice('Light')).toBeChecked()
  await expect.element(choice('Dark')).not.toBeChecked()
  for (const radio of group.getByRole('radio').elements()) {
    const { width, height } = radio.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

it.each([
  ['two and two where there is little room', 320, [0, 0, 1, 1]],
  ['in one row where there is room', 520, [0, 0, 0, 0]],
] as const)('four segments stand %s', async (_, widthPx, expected) => {
  const four = ['24 hours', '7 days', '30 days', '6 weeks'].map((label) => ({ value: label, label }))
  await render(
    <div style={{ width: widthPx }}>
      <Segments label="Length" choices={four} value="7 days" onChoose={() => undefined} />
    </div>,
  )
  const segments = page.getByRole('group', { name: 'Length' }).getByRole('radio').elements()
  const tops = segments.map((radio) => radio.getBoundingClientRect().top)
  const rows = [...new Set(tops)]
  expect(tops.map((top) => rows.indexOf(top))).toEqual(expected)
})
