import type { calls, SentBodyOf, StatementRow } from '@krapao/contract'
import { onTestFinished, vi } from 'vitest'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { gameSlot } from '../../testing/game-slot.ts'
import { memberHome } from '../../testing/member-answers.ts'
import { openApp } from '../../testing/open-app.tsx'

/** A home with a game called Lotus. */
export const home = { ...memberHome, slots: [gameSlot()] }

/** A movement of 100 baht and its number. */
export function row(number: number, changes: Partial<StatementRow> = {}): StatementRow {
  return {
    _id: `row${String(number).padStart(21, '0')}`,
    receiptNumber: `KP-1DXR-0K00-${String(number).padStart(4, '0')}`,
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: 100 + number,
    createdAt: '2026-11-20T14:04:37.000Z',
    ...changes,
  }
}

/** Answers pages of these rows, narrowed as the server does it. */
export const paged =
  (rows: () => readonly StatementRow[]): FakeAnswers[string] =>
  ({ body }) => {
    const { page: number, limit, kinds, from, to } = body as SentBodyOf<typeof calls.statementList>
    const left = rows().filter(
      (one) =>
        (kinds === undefined || kinds.includes(one.statementType)) &&
        (from === undefined || one.createdAt >= from) &&
        (to === undefined || one.createdAt < to),
    )
    const [first, size] = [((number ?? 1) - 1) * (limit ?? 10), limit ?? 10]
    return { total: left.length, statements: left.slice(first, first + size) }
  }

/** Opens the history of these rows. */
export async function openHistory(rows: () => readonly StatementRow[]): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ 'GET /api/wallet/home': home, 'POST /api/statement': paged(rows) })
  await openApp('/user/statement', { token: 'good' })
  return server
}

/** The files that the page gives to its reader from now on, in place of downloads, until the test is over. */
export function catchFiles(): { name: string; blob: Promise<Blob> }[] {
  const saved: { name: string; blob: Promise<Blob> }[] = []
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobAt(this.href) })
  })
  onTestFinished(() => clicked.mockRestore())
  return saved
}

/** What an address of the page's own holds; fetch is the fake server's here. */
function blobAt(address: string): Promise<Blob> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.responseType = 'blob'
    request.addEventListener('load', () => done(request.response as Blob))
    request.open('GET', address)
    request.send()
  })
}
