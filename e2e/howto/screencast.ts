import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** A picture of the page, and when it was drawn: seconds since 1970. */
export interface Frame {
  readonly file: string
  readonly atS: number
}

/** A recording under way. */
export interface Screencast {
  /** Ends it; answers its frames in order. */
  stop(): Promise<readonly Frame[]>
}

/** Records a page as its browser draws it: a frame whenever something changed. Frames are laid into a folder. */
export async function startScreencast(page: Page, folder: string): Promise<Screencast> {
  mkdirSync(folder, { recursive: true })
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, atS: metadata.timestamp ?? Date.now() / 1000 })
    // A frame that is not acknowledged is the last one; at the end nobody listens any more.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 95, everyNthFrame: 1 })
  return {
    async stop() {
      await session.send('Page.stopScreencast')
      await session.detach()
      return frames.toSorted((one, other) => one.atS - other.atS)
    },
  }
}
