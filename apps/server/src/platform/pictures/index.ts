export type { PictureRemaking, PictureReading } from './picture-protocol.ts'
export { createPictures, type Pictures, PicturesBusyError } from './pictures.ts'
