import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { someReplies } from '../../testing/desk.fixture.ts'
import { fakeDesk } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('the canned replies', () => {
  it('are written in three languages, each needed, and kept', async () => {
    const saved = { _id: 'reply000000000000000000009', title: 'Bye', th: 'ก', lo: 'ກ', en: 'b' }
    const desk = fakeDesk({ 'POST /api/desk/replies': { reply: saved } })
    await openDesk('#/replies')
    await button('Add reply').click()
    await page.getByLabelText('Title').fill('Bye')
    await page.getByLabelText('Thai').fill('ก')
    await page.getByLabelText('Lao').fill('ກ')
    await button('Save').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Fill in this field')
    expect(desk.callsTo('POST /api/desk/replies')).toHaveLength(0)
    await page.getByLabelText('English').fill('b')
    await button('Save').click()
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    expect(desk.callsTo('POST /api/desk/replies')[0]?.body).toEqual({ title: 'Bye', th: 'ก', lo: 'ກ', en: 'b' })
  })

  it('are changed, and removed after a question', async () => {
    const [first] = someReplies
    const desk = fakeDesk({
      [`PUT /api/desk/replies/${first!._id}`]: ({ body }) => ({ reply: { _id: first!._id, ...(body as object) } }),
      [`DELETE /api/desk/replies/${first!._id}`]: { code: 'OK' },
    })
    await openDesk('#/replies')
    await button(/ทักทาย/).click()
    await page.getByLabelText('English').fill('Good evening')
    await button('Save').click()
    await expect
      .poll(() => desk.callsTo(`PUT /api/desk/replies/${first!._id}`)[0]?.body)
      .toMatchObject({ en: 'Good evening' })
    await button('Remove this reply').click()
    const question = page.getByRole('alertdialog', { name: 'Remove “ทักทาย”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(desk.callsTo(`DELETE /api/desk/replies/${first!._id}`)).toHaveLength(0)
    await button('Remove this reply').click()
    await question.getByRole('button', { name: 'Remove this reply' }).click()
    await expect.poll(() => desk.callsTo(`DELETE /api/desk/replies/${first!._id}`)).toHaveLength(1)
    await expect.element(page.getByText('Choose a reply to edit')).toBeVisible()
  })
})
