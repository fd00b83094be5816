import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { shareBytes } from './shared-bytes.ts'

const KIB = 1024

/** A store in which every file but `lost` and `broken` is there, and which counts what is read of it. */
function countedStore() {
  const reads: string[] = []
  return {
    reads,
    async read(id: string): Promise<Buffer | null> {
      reads.push(id)
      if (id === 'broken') throw new Error('no disk')
      return id === 'lost' ? null : Buffer.alloc(KIB, id)
    },
  }
}

const file = (id: string, owner = `owner of ${id}`) => ({ id, owner, byteCount: KIB })
const tooMuch = expect.objectContaining({ code: 'REQUEST_LIMIT', status: 503, retryAfterS: 10 })

it('has a file in memory once, however many are being sent it', async () => {
  const store = countedStore()
  const shared = shareBytes(store, { bytes: KIB, bytesOfOwner: KIB })
  const taken = await Promise.all([shared.take(file('film')), shared.take(file('film'))])
  const later = await shared.take(file('film'))
  expect(taken.map((one) => one?.bytes)).toEqual([later?.bytes, later?.bytes])
  expect(taken[0]?.bytes).toBe(later?.bytes)
  expect(store.reads).toEqual(['film'])
})

it('reads nothing more while too much is under way, and takes what was sent for that alone', async () => {
  const store = countedStore()
  const shared = shareBytes(store, { bytes: 2 * KIB, bytesOfOwner: 2 * KIB })
  const [one, again] = [await shared.take(file('one')), await shared.take(file('one'))]
  await shared.take(file('two'))
  await expect(shared.take(file('three'))).rejects.toEqual(tooMuch)
  one?.release()
  one?.release()
  // Another is being sent it still.
  await expect(shared.take(file('three'))).rejects.toBeInstanceOf(AppError)
  expect(store.reads).toEqual(['one', 'two'])
  again?.release()
  expect((await shared.take(file('three')))?.bytes.length).toBe(KIB)
})

it('leaves room for the files of others', async () => {
  const shared = shareBytes(countedStore(), { bytes: 3 * KIB, bytesOfOwner: 2 * KIB })
  const first = await shared.take(file('one', 'somebody'))
  await shared.take(file('two', 'somebody'))
  await expect(shared.take(file('three', 'somebody'))).rejects.toEqual(tooMuch)
  expect(await shared.take(file('three', 'another'))).not.toBeNull()
  first?.release()
  expect(await shared.take(file('four', 'somebody'))).not.toBeNull()
})

it('counts nothing for files that are not there or cannot be read', async () => {
  const shared = shareBytes(countedStore(), { bytes: KIB, bytesOfOwner: KIB })
  expect(await shared.take(file('lost'))).toBeNull()
  await expect(shared.take(file('broken'))).rejects.toThrow('no disk')
  expect(await shared.take(file('one'))).not.toBeNull()
})
