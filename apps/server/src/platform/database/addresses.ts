/**
 * The addresses that DATABASE_URL stands for, one for each of its hosts: several are written as libpq takes them,
 * `postgres://user:password@one:5432,two:5432/database`.
 */
export function addressesOf(databaseUrl: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts === undefined ? [databaseUrl] : hosts.split(',').map((host) => `${before}${host}${after}`)
}
