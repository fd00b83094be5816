import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Frame } from './screencast.ts'

/** Enough for a finger that wanders and a sheet that rises; more would only weigh. */
const framesPerSecond = 10
/** The most that a video may weigh (rulings 7.5). */
const bytesMax = 1_500_000

/** The size of the videos in pixels: what a phone of 390 wide shows, one to one. */
export const videoSize = { width: 390, height: 780 }

const even = [
  `fps=${framesPerSecond}`,
  `scale=${videoSize.width}:${videoSize.height}:flags=lanczos`,
  'format=yuv420p',
].join(',')
/** A key frame every 5 s: whoever jumps lands where he wanted. */
const keyFrames = String(framesPerSecond * 5)

const h264 = ['-c:v', 'libx264', '-preset', 'veryslow', '-profile:v', 'main', '-crf', '30', '-tune', 'animation']
const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '43', '-b:v', '0', '-deadline', 'good', '-cpu-used', '1', '-row-mt', '1']

/** Writes the list by which ffmpeg shows each frame until the next; the last one until `endS`. */
function writeList(frames: readonly Frame[], endS: number, file: string): void {
  const lines = frames.map((frame, index) => {
    const untilS = frames[index + 1]?.atS ?? endS
    return `file '${frame.file}'\nduration ${Math.max(untilS - frame.atS, 0.001).toFixed(4)}`
  })
  // The list's last duration counts only when a file follows.
  writeFileSync(file, `${lines.join('\n')}\nfile '${frames.at(-1)?.file ?? ''}'\n`)
}

/** Encodes frames as H.264 in MP4 and VP9 in WebM, both without sound, for phones that stream them. */
export async function encode(
  ffmpeg: string,
  frames: readonly Frame[],
  endS: number,
  files: { list: string; mp4: string; webm: string },
): Promise<void> {
  writeList(frames, endS, files.list)
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', files.list, '-an', '-vf', even]
  const run = promisify(execFile)
  await run(ffmpeg, [...input, ...h264, '-g', keyFrames, '-movflags', '+faststart', files.mp4])
  await run(ffmpeg, [...input, ...vp9, '-g', keyFrames, files.webm])
}

/** Holds that a video is light enough for a phone. */
export function requireLight(file: string, bytes: number): void {
  if (bytes > bytesMax) throw new Error(`${file} has ${bytes} bytes, the most are ${bytesMax}`)
}
