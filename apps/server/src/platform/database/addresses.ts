/**
 * The addresses that DATABASE_URL or REDIS_URL stands for, one for each of its hosts: several are written as libpq takes
 * them, `postgres://user:password@one:5432,two:5432/database`.
 */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = /^((?:postgres(?:ql)?|rediss?):\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * The servers that may be standbys, where pages are read: those that are named for it, else all of several hosts of
 * DATABASE_URL. Of a single one, as behind a proxy, nothing is known beside it.
 */
export function readAddressesOf(named: string | null, databaseUrl: string | null): string[] {
  if (named !== null) return addressesOf(named)
  const addresses = databaseUrl === null ? [] : addressesOf(databaseUrl)
  return addresses.length > 1 ? addresses : []
}
