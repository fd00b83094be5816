import { history, holdings } from '../stage/acts.ts'
import { expect, expectAccessible } from '../stage/browser.ts'
import { test } from './unanswered.ts'

// Asked twice without finding it, the second time a minute and a half after the call.
const backWithinMs = 150_000

test('what a game never heard of comes back, on the pages that waited for it', async ({ stage, unanswered }) => {
  test.setTimeout(600_000)
  for (const { acts, player } of unanswered) {
    const { page, w, message } = acts
    await expect(message).toContainText(w('transfer.failTitle'), { timeout: backWithinMs })
    await expect(message).toContainText(w('error.TRANSFER_FAIL'))
    await expectAccessible(page)
    await acts.acknowledge()
    await expect(acts.sheet('transfer.pendingTitle')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(acts.underWay).toHaveCount(0)
    await expect(acts.purse).toContainText('500.00')
    await acts.expectSamePage()
    expect(Object.values(await holdings(stage, player))).toEqual([300, 200])
    expect((await history(stage, player)).map((row) => row.split(' ').at(-1))).toEqual(['FAILED', 'SUCCESS', 'SUCCESS'])
  }
})
