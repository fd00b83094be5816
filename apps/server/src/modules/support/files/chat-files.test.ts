import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { whitePng, withJpegSegment, withPngChunk } from '../../../testing/pictures/slip-drawing.ts'
import { box, quicktime, video, videoOf } from '../../../testing/pictures/video-making.ts'
import { type Chatter, chattingMember, guest, historyOf, say, upload } from '../../../testing/worlds/chat-world.ts'

const MEGABYTE = 1024 * 1024
const clip = readFileSync(new URL('../robot/demo/how-to-video.mp4', import.meta.url))

let app: TestApp
let who: Chatter
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
})
beforeEach(() => {
  who = guest()
})
afterAll(() => app.close())

const paint = (color: string) => sharp({ create: { width: 64, height: 48, channels: 3, background: color } })

/** Three pictures one after the other, each shown for a time of its own. */
async function movingGif(delay = [100, 250, 400]): Promise<Buffer> {
  const pages = await Promise.all(['#f00', '#0f0', '#00f'].map((color) => paint(color).png().toBuffer()))
  return sharp(pages, { join: { animated: true } })
    .gif({ delay, loop: 0 })
    .toBuffer()
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.app().http.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

async function kept(bytes: Buffer, kind: 'image' | 'video' = 'image') {
  const sent = await upload(app, who, bytes, kind)
  expect(sent).toMatchObject({ status: 200, body: { fileType: kind } })
  return { ...sent.body, ...(await get(sent.body.filePath)) }
}

const media = (filePath: string, more: object = {}) => ({
  message_type: 'media',
  payload: { message: 'holiday.jpg', url: true, fileType: 'image', filePath, ...more },
})

describe('a picture for the chat', () => {
  it('[CHT-060] is kept under a name of ours, and shown to who holds its address', async () => {
    for (const chatter of [who, await chattingMember(app)]) {
      const sent = await upload(app, chatter, await paint('#e8b04b').png().toBuffer())
      expect(sent).toMatchObject({
        status: 200,
        body: { fileType: 'image', name: expect.stringMatching(/^[0-9a-z]{26}\.png$/) },
      })
      expect(JSON.stringify(sent.body)).not.toContain('holiday')
      const { status, headers, bytes } = await get(sent.body.filePath)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `inline; filename="${sent.body.name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 48 })
    }
  })

  it('is made anew: upright, and without what its camera wrote of place and time', async () => {
    const exif = { IFD0: { Make: 'Phone', DateTime: '2026:11:21 05:00:00' }, IFD3: { GPSLatitude: '13/1 45/1 0/1' } }
    const photo = await paint('#2f7f79').jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes, headers } = await kept(photo)
    expect(headers['content-type']).toBe('image/jpeg')
    const made = await sharp(bytes).metadata()
    expect([made.format, made.width, made.height, made.exif, made.orientation]).toEqual([
      'jpeg',
      48,
      64,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Phone')).toBe(false)
    const noted = withPngChunk(await paint('#000').png().toBuffer(), 'tEXt', Buffer.from('Comment\0my address'))
    expect((await kept(noted)).bytes.includes('my address')).toBe(false)
  })

  it('that moves goes on moving, as it did', async () => {
    const { bytes, headers } = await kept(await movingGif())
    expect(headers['content-type']).toBe('image/gif')
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      format: 'gif',
      pages: 3,
      delay: [100, 250, 400],
      loop: 0,
    })
  })

  it('[LIM-014] has 10 MB at most', async () => {
    const png = whitePng(64, 64, true)
    const full = Buffer.concat([png, Buffer.alloc(10 * MEGABYTE - png.length)])
    expect((await upload(app, who, full)).status).toBe(200)
    expect(await upload(app, who, Buffer.concat([full, Buffer.from([0])]))).toMatchObject({
      status: 413,
      body: { message: 'FILE_TOO_LARGE', details: { max: 10 * MEGABYTE } },
    })
  })

  it('has no more pixels than can be looked at, moving or not', async () => {
    const huge = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const long = await sharp({
      create: { width: 1_500, height: 1_500 * 12, channels: 3, background: '#fff', pageHeight: 1_500 },
    })
      .gif({ keepDuplicateFrames: true, delay: Array.from({ length: 12 }, () => 50) })
      .toBuffer()
    for (const picture of [huge, long]) {
      expect(await upload(app, who, picture)).toMatchObject({ status: 415, body: { message: 'FILE_NOT_SUPPORTED' } })
    }
  })

  it('that is something else too is refused, whatever it is called', async () => {
    const [png, jpeg, gif] = [whitePng(64, 64, true), await paint('#fff').jpeg().toBuffer(), await movingGif()]
    const script = '<script>alert(1)</script>'
    const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])])
    const bad: [string, Buffer][] = [
      ['a page in a PNG', withPngChunk(png, 'tEXt', Buffer.from(`Comment\0${script}`))],
      ['a page in a JPEG', withJpegSegment(jpeg, 0xfe, Buffer.from(script))],
      ['a page in a GIF', Buffer.concat([gif.subarray(0, gif.length - 1), comment, gif.subarray(-1)])],
      ['a page behind a GIF', Buffer.concat([gif, Buffer.from(script)])],
      ['a page for a GIF', Buffer.from(`GIF89a/*${' '.repeat(50)}*/=1;${script}`)],
      ['an archive behind a PNG', Buffer.concat([png, zipEnd])],
      ['an archive behind a GIF', Buffer.concat([gif, zipEnd])],
      ['a PDF in a JPEG', withJpegSegment(jpeg, 0xfe, Buffer.from('%PDF-1.7'))],
      ['a program behind a JPEG', Buffer.concat([jpeg, Buffer.from('MZ\x90\0')])],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
      ['a WebP', await paint('#fff').webp().toBuffer()],
      ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`)],
      ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
      ['a text', Buffer.from('no picture at all, but quite some words')],
      ['a video', clip],
    ]
    for (const [name, bytes] of bad) {
      const { status, body } = await upload(app, who, bytes)
      expect([name, status, body.message]).toEqual([name, 415, 'FILE_NOT_SUPPORTED'])
    }
    expect((await upload(app, who, Buffer.alloc(0))).body).toEqual({ message: 'NO_DATA' })
    expect(await app.database.query('select id from stored_file where owner = $1', [who.roomId])).toEqual([])
  })
})

describe('a video for the chat', () => {
  it('[CHT-061] is kept, and served in the parts that players ask for', async () => {
    const { bytes, headers, filePath, name } = await kept(clip, 'video')
    expect(name).toMatch(/\.mp4$/)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="${name}"`,
    })
    expect(bytes.length).toBe(clip.length)
    const part = await get(filePath, { range: 'bytes=0-1' })
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes 0-1/${clip.length}`, 'content-length': '2', 'content-type': 'video/mp4' },
    })
    const rest = await get(filePath, { range: `bytes=100-` })
    expect(rest.status).toBe(206)
    expect(rest.bytes.equals(bytes.subarray(100))).toBe(true)
    expect(await get(filePath, { range: `bytes=${clip.length}-` })).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${clip.length}` },
    })
    expect((await get(filePath, { range: 'bytes=0-1,4-5' })).status).toBe(200)
  })

  it('of an iPhone is kept without the place where it was made', async () => {
    const place = '+13.7563+100.5018/'
    const { bytes, headers } = await kept(quicktime({ inMoov: [box('udta', box('\xa9xyz', place))] }), 'video')
    expect(headers['content-type']).toBe('video/quicktime')
    expect(bytes.includes(place)).toBe(false)
  })

  it('[LIM-015] has 20 MB at most', async () => {
    expect((await upload(app, who, videoOf(20 * MEGABYTE), 'video')).status).toBe(200)
    expect(await upload(app, who, videoOf(20 * MEGABYTE + 1), 'video')).toMatchObject({
      status: 413,
      body: { message: 'FILE_TOO_LARGE', details: { max: 20 * MEGABYTE } },
    })
  })

  it('that is none, or something else too, is refused', async () => {
    const bad = [
      whitePng(64, 64, true),
      Buffer.concat([clip, Buffer.from('<script>alert(1)</script>')]),
      clip.subarray(0, clip.length - 10),
      video({ handler: 'soun' }),
      Buffer.concat([box('ftyp', 'isom'), Buffer.from('<html><script>alert(1)</script>')]),
    ]
    for (const bytes of bad) {
      expect(await upload(app, who, bytes, 'video')).toMatchObject({
        status: 415,
        body: { message: 'FILE_NOT_SUPPORTED' },
      })
    }
  })
})

describe('a file in a message', () => {
  it('[CHT-033] [CHT-027] is told with its name, kind and an address signed anew at each answer', async () => {
    const { body } = await upload(app, who, await paint('#e8b04b').png().toBuffer())
    const sent = await say(app, who, media(body.filePath, { fileType: 'video', url: false }))
    const payload = {
      message: 'holiday.jpg',
      url: true,
      fileType: 'image',
      name: body.name,
      filePath: expect.any(String),
    }
    expect(sent).toMatchObject({ status: 200, body: { message: { message_type: 'media', payload } } })
    const first = sent.body.message.payload?.filePath ?? ''
    expect((await get(first)).status).toBe(200)
    await app.advance(16 * 60_000)
    expect((await get(first)).status).toBe(404)
    const { messages } = await historyOf(app, who)
    expect((await get(messages[0]?.message.payload?.filePath ?? '')).status).toBe(200)
  })

  it('is kept for good once it was sent; what was never sent is gone after an hour', async () => {
    const [sent, unsent] = [await upload(app, who, clip, 'video'), await upload(app, who, clip, 'video')]
    expect((await say(app, who, media(sent.body.filePath))).status).toBe(200)
    await app.advance(58 * 60_000)
    expect(await say(app, who, media(unsent.body.filePath))).toMatchObject({
      status: 404,
      body: { message: 'NO_DATA' },
    })
    await app.advance(3 * 60_000)
    await app.advance(10 * 60_000)
    const rows = await app.database.query('select kept from stored_file where owner = $1', [who.roomId])
    expect(rows).toEqual([{ kept: true }])
    const [message] = (await historyOf(app, who)).messages
    expect((await get(message?.message.payload?.filePath ?? '')).bytes.length).toBe(clip.length)
  })

  it('that is another’s, or none, is not sent', async () => {
    const owner = guest()
    const { body } = await upload(app, owner, await paint('#111').png().toBuffer())
    const id = /files\/([0-9a-z]+)/.exec(body.filePath)?.[1] ?? ''
    const paths = [
      ...[
        body.filePath,
        `/api/files/${id}`,
        `https://elsewhere.example/api/files/${id}`,
        '/api/files/',
        'javascript:alert(1)',
      ],
      ...['https://elsewhere.example/x.png', `/api/files/${'z'.repeat(26)}`, `/api/files/${id}/../${id}`, ''],
    ]
    for (const filePath of paths) {
      const { status, body: refusal } = await say(app, who, media(filePath))
      expect([filePath, status, refusal.message]).toEqual([filePath, 404, 'NO_DATA'])
    }
    expect((await historyOf(app, who)).messages).toEqual([])
    expect((await say(app, owner, media(body.filePath))).status).toBe(200)
  })

  it('is of nobody who does not say who he is, and of no other guest by a member', async () => {
    const png = whitePng(16, 16, true)
    expect(await upload(app, { roomId: '' }, png)).toMatchObject({ status: 401, body: { message: 'UNAUTHORIZED' } })
    const fields = { guestId: 'guest-1' }
    expect(await upload(app, { roomId: '' }, png, 'image', { fields })).toMatchObject({ status: 401 })
    const member = await chattingMember(app)
    const owned = await upload(app, member, png, 'image', { fields: { guestId: who.guestId ?? '' } })
    expect(owned.status).toBe(200)
    const rows = await app.database.query('select owner from stored_file where owner = any($1)', [
      [member.roomId, who.roomId],
    ])
    expect(rows).toEqual([{ owner: member.roomId }])
    const foreign = await upload(app, member, png, 'image', { fields: { userId: who.roomId } })
    expect(foreign).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  })
})
