import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What one device is known by: a family's phone has a few names, and two tags of each who gave a factor there. */
const TAGS_MAX = 10
/** As long as browsers keep a cookie: 400 days. */
const LIFE_S = 400 * 86_400
const ID_FORM = /^[A-Za-z0-9_-]{22}$/
const TAG_FORM = /^[A-Za-z0-9_-]{16}$/

/** Devices on which somebody has logged in: what others do wrong under his name elsewhere does not slow him down there. */
export type Devices = ReturnType<typeof createDevices>

/**
 * Devices known by a signed cookie that scripts cannot read: an id, and a signature for each name that logged in. It lets
 * nobody in; it only tells who is no stranger. `kind` keeps the lanes of members and of staff apart. The first key signs,
 * and what any of them signed is known.
 */
export function createDevices(terms: { keysHex: readonly string[]; kind: 'member' | 'agent'; isSecure: boolean }) {
  const keys = terms.keysHex.map((hex) => Buffer.from(hex, 'hex'))
  const plainName = terms.kind === 'member' ? 'device' : 'desk-device'
  const cookie = terms.isSecure ? `__Host-${plainName}` : plainName
  const tagsOf = (id: string, name: string) =>
    keys.map((key) => createHmac('sha256', key).update(`device:${terms.kind}:${id}:${name}`).digest().subarray(0, 12))

  function read(cookies: string | undefined): { id: string; tags: string[] } | null {
    const value = cookies
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${cookie}=`))
    const [id = '', ...tags] = value?.slice(cookie.length + 1).split('.') ?? []
    return ID_FORM.test(id) ? { id, tags: tags.filter((tag) => TAG_FORM.test(tag)).slice(0, TAGS_MAX) } : null
  }

  const isOf = (id: string, name: string) => {
    const right = tagsOf(id, name)
    return (tag: string) => right.some((one) => timingSafeEqual(Buffer.from(tag, 'base64url'), one))
  }

  return {
    /** The device's own lane for this name, when it has logged in from there; null for every other device. */
    laneOf(cookies: string | undefined, name: string): string | null {
      const found = read(cookies)
      return found?.tags.some(isOf(found.id, name)) ? `device ${found.id}` : null
    },
    /** Under what tries are counted that name nobody: who mistakes one field for the other types his password as a name. */
    countedAs(nobody: string): string {
      const key = keys[0] ?? ''
      return `nobody ${createHmac('sha256', key).update(`nobody:${terms.kind}:${nobody}`).digest('hex')}`
    },
    /** The `set-cookie` that lets the device be known for this name from now on. */
    remember(cookies: string | undefined, name: string): string {
      const { id, tags } = read(cookies) ?? { id: randomBytes(16).toString('base64url'), tags: [] }
      const own = tagsOf(id, name)[0]?.toString('base64url') ?? ''
      const isOwn = isOf(id, name)
      const kept = [own, ...tags.filter((tag) => !isOwn(tag))].slice(0, TAGS_MAX)
      const secure = terms.isSecure ? '; Secure' : ''
      return `${cookie}=${[id, ...kept].join('.')}; Path=/; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}
