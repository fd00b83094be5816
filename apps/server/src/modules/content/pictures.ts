import type { AnswerOf, desk } from '@krapao/contract'
import { type By, writeDeed } from '../deeds/index.ts'
import { refuse } from '../../platform/errors.ts'
import { holdsForeignContent } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { PicturesBusyError } from '../../platform/pictures/index.ts'
import type { ContentParts } from './content.parts.ts'
import { addPicture } from './versions.store.ts'

const RETRY_AFTER_S = 5

/** Keeps a picture made anew from its pixels, so that it is nothing else. Refuses with FILE_NOT_SUPPORTED (415). */
export async function takePicture(
  parts: ContentParts,
  { bytes, by }: { bytes: Buffer; by: By },
): Promise<AnswerOf<typeof desk.deskContentPicture>> {
  if (holdsForeignContent(bytes)) refuse('FILE_NOT_SUPPORTED')
  const picture = await parts.pictures.remake(bytes, by.actor).catch((error: unknown) => {
    if (error instanceof PicturesBusyError) refuse('REQUEST_LIMIT', { retryAfterS: RETRY_AFTER_S })
    throw error
  })
  if (!picture.ok) return refuse('FILE_NOT_SUPPORTED')
  const at = parts.clock.now()
  const id = newId(at)
  const { mediaType } = picture
  await parts.database.transaction(async (tx) => {
    await addPicture(tx, { id, mediaType, bytes: picture.bytes, at, by: by.actor })
    await writeDeed(tx, { ...by, deed: 'content-picture', subject: `picture:${id}`, at })
  })
  return { path: `/api/content/pictures/${id}`, width: picture.widthPx, height: picture.heightPx }
}
