/**
 * The addresses that DATABASE_URL or REDIS_URL stands for, one for each of its hosts: several are written as libpq takes
 * them, `postgres://user:password@one:5432,two:5432/database`.
 */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = /^((?:postgres(?:ql)?|rediss?):\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`)
}
