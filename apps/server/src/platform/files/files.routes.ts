import { calls } from '@krapao/contract'
import { refuse } from '../errors.ts'
import { BinaryAnswer, type Route, route } from '../http/index.ts'
import type { Files } from './files.ts'
import { fileNameOf } from './media-type.ts'

const SHOWN = /^(image\/(jpeg|png|webp|gif)|video\/(mp4|quicktime))$/

/** The file behind a signed address; whatever is wrong with that, there is no such file: NOT_FOUND (rulings 5.6). */
export async function answerFile(
  files: Pick<Files, 'open'>,
  sent: { id: string; e: string; s: string },
): Promise<BinaryAnswer> {
  const file = await files.open(sent)
  if (file === null) refuse('NOT_FOUND')
  return new BinaryAnswer({ ...file, name: fileNameOf(sent.id, file.mediaType), isShown: SHOWN.test(file.mediaType) })
}

/** Reads of files by signed addresses. */
export function filesRoutes(files: Files): Route[] {
  return [route(calls.fileRead, ({ params, query }) => answerFile(files, { id: params.id, ...query }))]
}
