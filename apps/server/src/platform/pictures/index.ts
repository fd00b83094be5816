export type { PictureReading, ReadPicture, UnreadCode } from './picture-protocol.ts'
export { createPictures, type Pictures, PicturesBusyError } from './pictures.ts'
