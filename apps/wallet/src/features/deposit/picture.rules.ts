/** Files up to this go as they are, when they are not larger than a phone's screenshot either. */
const KEPT_BYTES = 1_200_000
const KEPT_SIDE_PX = 4_096
/** The longer side of a picture that was made smaller: the code on a photographed slip is still read at it. */
const SMALLER_SIDE_PX = 2_400

/** The kinds of pictures that the server takes as they are (decisions 2.71). */
const keptTypes = ['image/jpeg', 'image/png']

export interface PictureFacts {
  readonly type: string
  readonly bytes: number
  readonly widthPx: number
  readonly heightPx: number
}

/** Whether the server takes this kind of picture at all. */
export function isTaken(type: string): boolean {
  return keptTypes.includes(type)
}

/** The size that a picture is sent in: undefined to send it as it is. */
export function sizeToSend({ type, bytes, widthPx, heightPx }: PictureFacts): { w: number; h: number } | undefined {
  const longerPx = Math.max(widthPx, heightPx)
  if (isTaken(type) && bytes <= KEPT_BYTES && longerPx <= KEPT_SIDE_PX) return undefined
  const scale = Math.min(1, SMALLER_SIDE_PX / longerPx)
  return { w: Math.max(1, Math.round(widthPx * scale)), h: Math.max(1, Math.round(heightPx * scale)) }
}
