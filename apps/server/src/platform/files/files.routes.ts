import { calls } from '@krapao/contract'
import { refuse } from '../errors.ts'
import { BinaryAnswer, type Route, route } from '../http/index.ts'
import type { Files } from './files.ts'

const SHOWN = /^(image\/(jpeg|png|webp|gif)|video\/(mp4|quicktime))$/

/** Reads of files by signed addresses: whatever is wrong with one, there is no such file (rulings 5.6). */
export function filesRoutes(files: Files): Route[] {
  return [
    route(calls.fileRead, async ({ params, query }) => {
      const file = await files.open({ id: params.id, ...query })
      if (file === null) refuse('NOT_FOUND')
      const { bytes, mediaType } = file
      return new BinaryAnswer({ bytes, mediaType, isShown: SHOWN.test(mediaType) })
    }),
  ]
}
