import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { cleanVideo, fileNameOf, holdsForeignContent } from '../../../platform/files/index.ts'
import { type PictureRemaking, PicturesBusyError } from '../../../platform/pictures/index.ts'
import { filesInMessages } from '../messages/messages.store.ts'
import type { SupportParts } from '../support.parts.ts'
import type { FileReference } from '../support.types.ts'

/** A picture made anew may be somewhat larger than it came, and no more than that. */
const KEPT_BYTES_MAX = 20 * 1024 * 1024
const RETRY_AFTER_S = 5

/** A file that was taken, as it is sent back in a message. */
export interface TakenFile {
  filePath: string
  fileType: 'image' | 'video'
  /** Of ours: what a file was called on somebody's phone is not kept. */
  name: string
}

/** An uploaded file and what its bytes say it is. */
export interface ChatUpload {
  /** Whose file it will be: of a room's owner, or `agent/ID`. */
  owner: string
  bytes: Buffer
  type: string
}

// Pictures and videos of the chat, for customers and agents alike.

async function remade(parts: SupportParts, { bytes, owner }: ChatUpload): Promise<PictureRemaking> {
  try {
    return await parts.pictures.remake(bytes, owner)
  } catch (error) {
    if (error instanceof PicturesBusyError) refuse('REQUEST_LIMIT', { retryAfterS: RETRY_AFTER_S })
    throw error
  }
}

async function safe(parts: SupportParts, upload: ChatUpload): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const { bytes, type } = upload
  if (type.startsWith('video/')) {
    const video = cleanVideo(bytes)
    return video === null ? refuse('FILE_NOT_SUPPORTED') : { bytes: video, mediaType: type }
  }
  if (holdsForeignContent(bytes)) refuse('FILE_NOT_SUPPORTED')
  const picture = await remade(parts, upload)
  if (!picture.ok || picture.bytes.length > KEPT_BYTES_MAX) refuse('FILE_NOT_SUPPORTED')
  return picture
}

/**
 * Keeps a picture, made anew without anything beside its pixels, or a video whose boxes were looked through, as a draft
 * of its owner's. Refuses with FILE_NOT_SUPPORTED what is something else too, and with REQUEST_LIMIT while too many
 * pictures wait. `note` writes down the file's name in the transaction of the draft.
 */
export async function takeFile(
  parts: SupportParts,
  upload: ChatUpload,
  note?: (tx: Sql, name: string) => Promise<void>,
): Promise<TakenFile> {
  const { bytes, mediaType } = await safe(parts, upload)
  const written = { owner: upload.owner, mediaType, bytes }
  const id = await parts.files.write(written, note && ((tx, fileId) => note(tx, fileNameOf(fileId, mediaType))))
  return {
    filePath: parts.files.link({ id, owner: upload.owner }),
    fileType: kindOf(mediaType),
    name: fileNameOf(id, mediaType),
  }
}

/**
 * The file behind an address that `takeFile` answered, for good from the end of this transaction on; null when this owner
 * has no such file.
 */
export async function keepFile(
  parts: SupportParts,
  tx: Sql,
  { filePath, owner }: { filePath: string; owner: string },
): Promise<{ file: FileReference; fileType: 'image' | 'video'; name: string } | null> {
  const id = /^\/api\/files\/([0-9a-z]{20,32})(?:\?.*)?$/.exec(pathOf(filePath))?.[1]
  const kept = id === undefined ? null : await parts.files.keepOwn(tx, { id, owner })
  if (id === undefined || kept === null) return null
  // What is kept and stands in no message belongs to something else, such as a slip, and would go with this message.
  if (kept.wasKept && !(await filesInMessages(tx, [id])).has(id)) return null
  const { mediaType } = kept
  return { file: { fileId: id, owner }, fileType: kindOf(mediaType), name: fileNameOf(id, mediaType) }
}

function kindOf(mediaType: string): 'image' | 'video' {
  return mediaType.startsWith('video/') ? 'video' : 'image'
}

/** Clients may have made a whole address of the path that they were answered. */
function pathOf(filePath: string): string {
  if (!/^https?:\/\//.test(filePath) || !URL.canParse(filePath)) return filePath
  const { pathname, search } = new URL(filePath)
  return pathname + search
}
