import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tracker } from './tracker.tsx'

it('says of each step how it stands, and which one lasts', async () => {
  await render(
    <Tracker
      label="Progress"
      steps={[
        { text: 'Asked', detail: 'at noon', state: 'done' },
        { text: 'Checked', state: 'current' },
        { text: 'Paid', state: 'ahead' },
      ]}
      stateText={(state) => `(${state})`}
    />,
  )
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  const said = steps.elements().map((step) => step.textContent)
  expect(said).toEqual(['Asked (done)at noon', 'Checked (current)', 'Paid (ahead)'])
  expect(steps.elements().map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
})
