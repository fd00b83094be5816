/**
 * Pixels as the reader of codes takes them: red, green, blue and alpha of each, opaque. It believes the width and height it
 * is told, so that fewer bytes would have it look at what earlier pictures left in its memory.
 * @param channels how many bytes there are for each pixel: 1 and 2 are grey, the second and fourth are alpha.
 * @throws when the bytes are not those of so many pixels.
 */
export function fourChannels(data: Uint8Array, pixels: number, channels: number): Uint8ClampedArray<ArrayBuffer> {
  if (data.length !== pixels * channels) throw new Error(`${data.length} bytes for ${pixels} pixels of ${channels}`)
  const colours = new Uint8ClampedArray(pixels * 4).fill(255)
  if (channels === 4) colours.set(data)
  else {
    const colour = channels < 3 ? 0 : 1
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const from = pixel * channels
      colours[pixel * 4] = data[from] ?? 0
      colours[pixel * 4 + 1] = data[from + colour] ?? 0
      colours[pixel * 4 + 2] = data[from + 2 * colour] ?? 0
    }
  }
  return colours
}
