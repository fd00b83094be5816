import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { bank, gift, qrCode } from './drawings.tsx'
import { Tabs } from './tabs.tsx'

const tabs = [
  { value: 'qr', label: 'QR', drawing: qrCode },
  { value: 'bank', label: 'Bank', drawing: bank },
  { value: 'gift', label: 'Gift', drawing: gift },
] as const

function Ways(): ReactNode {
  const [way, setWay] = useState<(typeof tabs)[number]['value']>('qr')
  return (
    <Tabs label="Ways" tabs={tabs} value={way} onChoose={setWay}>
      panel of {way}
    </Tabs>
  )
}

it('tabs are chosen by a press, the arrows, Home and End; one of them is in the order of the Tab key', async () => {
  await render(<Ways />)
  const tab = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('tab', { name })
  await expect.element(tab('QR')).toHaveAttribute('aria-selected', 'true')
  await tab('Bank').click()
  await expect.element(page.getByRole('tabpanel', { name: 'Bank' })).toHaveTextContent('panel of bank')

  for (const [key, name] of [
    ['ArrowRight', 'Gift'],
    ['ArrowRight', 'QR'],
    ['ArrowLeft', 'Gift'],
    ['Home', 'QR'],
    ['End', 'Gift'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    expect(
      page
        .getByRole('tab')
        .elements()
        .filter((element) => element.tabIndex === 0),
    ).toHaveLength(1)
  }
})
