import type { DeskSetting } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const base: Omit<DeskSetting, 'name' | 'value' | 'preset'> = {
  group: 'withdraw',
  form: 'amount',
  unit: 'baht',
  least: 0,
  most: 999_999_999.99,
  choices: [],
  mayBeNone: false,
  takes: 'one',
  fixed: null,
  changedAt: null,
  changedBy: null,
  proposalId: null,
}
const least: DeskSetting = {
  ...base,
  name: 'withdrawMin',
  value: 150,
  preset: 100,
  changedAt: '2026-11-22T13:48:00.000Z',
  changedBy: 'Suda',
}
const auto: DeskSetting = { ...base, name: 'withdrawAutoMax', value: 20_000, preset: 20_000, takes: 'two' }
const hours: DeskSetting = {
  ...base,
  name: 'payeeChangedWaitHours',
  form: 'whole',
  unit: 'hours',
  most: 8_760,
  value: 24,
  preset: 24,
  fixed: 'RELEASE',
}
const name: DeskSetting = {
  ...base,
  name: 'websiteName',
  group: 'site',
  form: 'names',
  unit: null,
  least: null,
  most: null,
  value: 'Krapao',
  preset: 'Krapao',
}
const settings = [least, auto, hours, name]
const history = [
  {
    at: '2026-11-22T13:48:00.000Z',
    by: 'agent:s',
    agent: { _id: 's', name: 'Suda' },
    proposedBy: 'agent:k',
    proposer: { _id: 'k', name: 'Keng' },
    before: 100,
    after: 150,
    reason: 'holidays',
  },
]

const put = (name: string): string => `PUT /api/desk/settings/${name}`
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/desk/settings': { settings },
  ...Object.fromEntries(
    settings.map((setting) => [
      `GET /api/desk/settings/${setting.name}`,
      { setting, history: setting.name === 'withdrawMin' ? history : [] },
    ]),
  ),
  ...given,
})
const button = (label: string) => page.getByRole('button', { name: label, exact: true })

describe('the settings', () => {
  it('[OFC-049] stand by what they are about, with meaning, unit, default and history', async () => {
    fakeDesk(answers())
    await openDesk('#/settings/withdrawMin', { roles: ['OWNER'] })
    for (const words of [
      'Players see it on the withdrawal page. Less is refused.',
      '150.00',
      '1 changed from the default',
      '0.00 – 999,999,999.99',
      '100.00 to 150.00',
      'Keng + Suda “holidays”',
    ]) {
      await expect.element(page.getByText(words).first()).toBeVisible()
    }
    await button('Site and service 1').click()
    await button('Site name').click()
    await expect.element(page.getByLabelText('New value · ไทย')).toHaveValue('Krapao')
    await page.getByLabelText('Find a setting').fill('paid automatically')
    await expect.element(page.getByText('1 found')).toBeVisible()
  })

  it('[OFC-049] change from what was read, with a reason; what cannot be is told before it is sent', async () => {
    const desk = fakeDesk(answers({ [put('withdrawMin')]: { outcome: 'done', proposalId: null } }))
    await openDesk('#/settings/withdrawMin', { roles: ['OWNER'] })
    const field = page.getByLabelText('New value (baht)')
    await expect.element(button('Change it')).toBeDisabled()
    await field.fill('1.234')
    await expect.element(page.getByText(/This value is not allowed/)).toBeVisible()
    await field.fill('1,200.50')
    await button('Change it').click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    await page.getByLabelText('Reason for the change').fill('fewer small ones')
    await button('Change it').click()
    await expect.element(page.getByText('Changed. Takes effect within a second.')).toBeVisible()
    expect(desk.callsTo(put('withdrawMin')).map(({ body }) => body)).toEqual([
      { value: 1_200.5, before: 150, reason: 'fewer small ones' },
    ])
  })

  it('[OFC-049] that take two are proposed, and one that moved meanwhile is told while what was typed stays', async () => {
    const desk = fakeDesk(answers({ [put('withdrawAutoMax')]: refusal(409, 'MOVED_ON') }))
    await openDesk('#/settings/withdrawAutoMax', { roles: ['OWNER'] })
    await expect.element(page.getByText('Another owner must confirm it. Until then nothing changes.')).toBeVisible()
    await page.getByLabelText('New value (baht)').fill('15000')
    await page.getByLabelText('Reason for the change').fill('holidays')
    await button('Propose the change').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The value changed while you were editing')
    await expect.element(page.getByLabelText('Reason for the change')).toHaveValue('holidays')
    desk.answer({ [put('withdrawAutoMax')]: { outcome: 'proposed', proposalId: 'p' } })
    await button('Propose the change').click()
    await expect.element(page.getByText('Proposed. Another owner must confirm.')).toBeVisible()
  })

  it('say where else it is changed, what is proposed already, and who may change it', async () => {
    fakeDesk(
      answers({ 'GET /api/desk/settings/withdrawAutoMax': { setting: { ...auto, proposalId: 'p1' }, history: [] } }),
    )
    await openDesk('#/settings/payeeChangedWaitHours', { roles: ['OWNER'] })
    await expect.element(page.getByText(/The release rules replace this setting/)).toBeVisible()
    await button('Paid automatically up to').click()
    await expect
      .element(page.getByRole('link', { name: 'View the proposal' }))
      .toHaveAttribute('href', '#/proposals/p1')
    await openDesk('#/settings/withdrawMin', { roles: ['AUDITOR'] })
    await expect.element(page.getByText('Your roles only let you view this. Owners can change it.')).toBeVisible()
  })
})
