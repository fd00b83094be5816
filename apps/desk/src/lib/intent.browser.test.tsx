import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forgetIntents, useIntent } from './intent.ts'

/** Something with one button, which goes on standing when it is done; what it sends is answered at once. */
async function drawn(deed: { mayFollow?: true } = {}) {
  sessionStorage.clear()
  forgetIntents()
  const sent: { body: object; key: string }[] = []
  const lost: Error[] = []
  let ended = Promise.withResolvers<undefined>()
  const body = { number: 1 }
  function Deed(): ReactNode {
    const { run, change } = useIntent('take back', {
      ...deed,
      send: (body, key) => {
        sent.push({ body, key })
        const error = lost.pop()
        return error === undefined ? Promise.resolve() : Promise.reject(error)
      },
      onDone: () => undefined,
    })
    return (
      <>
        <button type="button" onClick={() => void run({ ...body }).then(() => ended.resolve(undefined))}>
          Take back
        </button>
        <button type="button" onClick={() => change({ reason: 'another' })}>
          Type
        </button>
      </>
    )
  }
  await render(<Deed />)
  const press = async (name: string): Promise<void> => {
    await expect.element(page.getByRole('button', { name })).toBeVisible()
    const button = page.getByRole('button', { name }).element()
    if (!(button instanceof HTMLElement)) throw new Error(`no button ${name}`)
    button.click()
  }
  return {
    sent,
    lost,
    body,
    press,
    /** Presses, and once that is answered. */
    async pressOnceAnswered(): Promise<void> {
      ended = Promise.withResolvers()
      await press('Take back')
      await ended.promise
    },
  }
}

it('does nothing a second time by a press that comes after the answer, until something of it is changed', async () => {
  const deed = await drawn()
  await deed.pressOnceAnswered()
  await deed.pressOnceAnswered()
  expect(deed.sent).toHaveLength(1)
  await deed.press('Type')
  await deed.pressOnceAnswered()
  expect(deed.sent).toHaveLength(2)
  expect(deed.sent[1]?.key).not.toBe(deed.sent[0]?.key)
})

it('sends again under its key what nobody answered', async () => {
  const deed = await drawn()
  deed.lost.push(new Error('no answer'))
  await deed.pressOnceAnswered()
  await deed.pressOnceAnswered()
  await deed.pressOnceAnswered()
  expect(deed.sent).toHaveLength(2)
  expect(deed.sent[1]?.key).toBe(deed.sent[0]?.key)
})

it('does again what may follow itself', async () => {
  const deed = await drawn({ mayFollow: true })
  await deed.pressOnceAnswered()
  await deed.pressOnceAnswered()
  expect(deed.sent).toHaveLength(2)
})

it('does another thing of the same name', async () => {
  const deed = await drawn()
  await deed.pressOnceAnswered()
  deed.body.number = 2
  await deed.pressOnceAnswered()
  expect(deed.sent.map(({ body }) => body)).toEqual([{ number: 1 }, { number: 2 }])
})
