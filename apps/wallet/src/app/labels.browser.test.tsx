import type { Language } from '@krapao/web'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../ui/base.css'
import { openModal } from '../lib/modals.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { gameSlot } from '../testing/game-slot.ts'
import { memberAnswers, memberHome } from '../testing/member-answers.ts'
import { beginAgreed } from '../testing/member-sheet.ts'
import { openApp } from '../testing/open-app.tsx'

const home = {
  ...memberHome,
  slots: [
    gameSlot({ isActive: false, name: 'Golden Lotus' }),
    gameSlot({ isActive: false, code: 'UFABET', name: 'Takraw', category: 'sport' }),
  ],
}

const labels: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  th: {
    deposit: 'ฝากเงิน',
    refresh: 'อัปเดตยอดเกม',
    transfer: 'โอนเงิน',
    withdraw: 'ถอนเงิน',
    invite: 'ชวนเพื่อน',
    refund: 'คืนยอดเสีย',
    slips: 'สถานะสลิป',
    games: 'กีฬาและคาสิโน',
    edit: 'แก้ไขโปรไฟล์',
    account: 'บัญชีเกม {name}',
  },
  lo: {
    deposit: 'ຝາກເງິນ',
    refresh: 'ອັບເດດຍອດເກມ',
    transfer: 'ໂອນເງິນ',
    withdraw: 'ຖອນເງິນ',
    invite: 'ຊວນໝູ່',
    refund: 'ຄືນຍອດເສຍ',
    slips: 'ສະຖານະສະລິບ',
    games: 'ກິລາ ແລະ ຄາສິໂນ',
    edit: 'ແກ້ໄຂໂປຣໄຟລ໌',
    account: 'ບັນຊີເກມ {name}',
  },
  en: {
    deposit: 'Deposit',
    refresh: 'Refresh games',
    transfer: 'Transfer',
    withdraw: 'Withdraw',
    invite: 'Invite',
    refund: 'Refund',
    slips: 'Slip status',
    games: 'Sports & casino',
    edit: 'Edit profile',
    account: '{name} game account',
  },
}

beforeEach(beginAgreed)

describe.each(['th', 'lo', 'en'] as const)('the labels in %s', (language) => {
  it.each([
    ['GEN-016', 'deposit'],
    ['GEN-017', 'refresh'],
    ['GEN-018', 'transfer'],
    ['GEN-019', 'withdraw'],
    ['GEN-020', 'invite'],
    ['GEN-022', 'refund'],
  ])('[%s] of home have one for %s', async (_, label) => {
    fakeServer({ ...memberAnswers, 'GET /api/wallet/home': home })
    await openApp('/user/home', { token: 'good', language })
    await expect.element(page.getByRole('button', { name: labels[language][label] ?? '' }).first()).toBeVisible()
  })

  it('[GEN-023] of a game account have one that is seen', async () => {
    fakeServer({ ...memberAnswers, 'GET /api/wallet/home': home })
    await openApp('/user/home', { token: 'good', language })
    openModal('slot-account', { code: home.slots[0]?.code ?? '' })
    const name = home.slots[0]?.name ?? ''
    const heading = page.getByRole('heading', { name: labels[language].account?.replace('{name}', name) ?? '' })
    await expect.poll(() => heading.elements().some((one) => one.checkVisibility() && one.clientHeight > 10)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('[GEN-024] [GEN-025] of home have one for sports and casino', async () => {
    fakeServer({ ...memberAnswers, 'GET /api/wallet/home': home })
    await openApp('/user/home', { token: 'good', language })
    await expect.element(page.getByRole('heading', { name: labels[language]['games'] ?? '' })).toBeVisible()
  })

  it('[GEN-027] of the history have one for the list of slips', async () => {
    fakeServer(memberAnswers)
    await openApp('/user/statement', { token: 'good', language })
    await expect.element(page.getByRole('button', { name: labels[language]['slips'] ?? '' })).toBeVisible()
  })

  it('[GEN-026] of the profile have one for editing it', async () => {
    fakeServer(memberAnswers)
    await openApp('/user/profile', { token: 'good', language })
    await expect.element(page.getByRole('button', { name: labels[language]['edit'] ?? '' })).toBeVisible()
  })
})

it.each(['/login', '/user/home', '/user/profile', '/user/statement'])(
  'controls of %s answer a press by their look, never in the colour of the browser',
  async (path) => {
    fakeServer({ ...memberAnswers, 'GET /api/wallet/home': home })
    await openApp(path, path === '/login' ? {} : { token: 'good' })
    await expect.element(page.getByRole('main')).toBeVisible()
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const pressed = rules
      .filter((rule) => rule instanceof CSSStyleRule)
      .filter(({ selectorText }) => selectorText.includes(':active'))
      .map(({ selectorText }) => selectorText.replaceAll(':active', ''))
    const controls = [...document.querySelectorAll('a[href], button:enabled, label:has(input:enabled)')]
    expect(controls.length).toBeGreaterThan(3)
    const deaf = controls.filter((control) => !pressed.some((selector) => control.matches(selector)))
    expect(deaf.map(({ outerHTML }) => outerHTML)).toEqual([])
    for (const control of controls) {
      expect(getComputedStyle(control).getPropertyValue('-webkit-tap-highlight-color')).toBe('rgba(0, 0, 0, 0)')
    }
  },
)
