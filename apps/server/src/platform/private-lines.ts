/** Lines to others that secrets and money go over. */
export const lines = ['database', 'redis', 'sms', 'bank', 'parties', 'games', 'gifts'] as const
export type Line = (typeof lines)[number]

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** PostgreSQL's own words for a connection that is encrypted to the end it names. */
const DATABASE_TLS = ['require', 'verify-ca', 'verify-full']

/** Where a line leads; PostgreSQL's `host` has the last word, and its socket on this machine is a path or nothing. */
function isOfThisMachine({ protocol, hostname, searchParams }: URL): boolean {
  const given = protocol.startsWith('postgres') ? searchParams.getAll('host').at(-1) : undefined
  const host = given || decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || LOOPBACK.test(host)
}

function isEncrypted({ protocol, searchParams }: URL): boolean {
  if (protocol === 'https:' || protocol === 'rediss:') return true
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return false
  // Of words that stand there twice the last one counts; and libpq's own meaning of `require` takes any certificate.
  const sslmode = searchParams.getAll('sslmode').at(-1) ?? ''
  const isLibpq = searchParams.getAll('uselibpqcompat').at(-1) === 'true'
  return isLibpq ? sslmode === 'verify-full' : DATABASE_TLS.includes(sslmode)
}

/**
 * What is wrong with a line in production: it leaves this machine without TLS, and nobody said that it is private; null
 * when nothing is.
 */
export function openLineProblem(line: Line, address: string, isPrivate: readonly Line[]): string | null {
  const url = new URL(address)
  if (isPrivate.includes(line) || isOfThisMachine(url) || isEncrypted(url)) return null
  const how = line === 'database' ? 'sslmode=verify-full in it' : line === 'redis' ? 'rediss://' : 'https://'
  return (
    `The line to ${line} leaves this machine without TLS: its address needs ${how}, ` +
    `or KRAPAO_PRIVATE_LINES must name ${line} when nobody else is on that line.`
  )
}
