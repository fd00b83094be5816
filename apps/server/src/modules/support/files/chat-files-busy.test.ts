import { expect, it } from 'vitest'
import { PicturesBusyError } from '../../../platform/pictures/index.ts'
import { whitePng } from '../../../testing/pictures/slip-drawing.ts'
import { takeFile } from './chat-files.ts'
import type { SupportParts } from '../support.parts.ts'

const never = () => Promise.reject(new Error('nothing is kept here'))
const files = {
  ...{
    read: never,
    write: never,
    keep: never,
    keepOwn: never,
    release: never,
    releaseUnused: never,
    open: never,
    link: () => '',
  },
  job: { name: 'none', everyMs: 1, run: never },
}

it('a picture that finds no turn may come again, and a defect stays a defect', async () => {
  const take = (error: Error) => {
    const pictures = { read: never, remake: () => Promise.reject(error), close: () => Promise.resolve() }
    return takeFile({ files, pictures } as unknown as SupportParts, {
      owner: 'o',
      bytes: whitePng(8, 8, true),
      type: 'image/png',
    })
  }
  const busy = { code: 'REQUEST_LIMIT', status: 429, retryAfterS: 5 }
  await expect(take(new PicturesBusyError('too many'))).rejects.toMatchObject(busy)
  await expect(take(new Error('a defect'))).rejects.toThrow('a defect')
})
