import type { GameAccount } from '@krapao/contract'

/** How a game is entered: by a link that the server makes, by its web page, or not at all (decisions 2.60). */
export function entranceOf(game: Pick<GameAccount, 'autoLogin' | 'web'>): 'autoLogin' | 'web' | 'none' {
  if (game.autoLogin !== null) return 'autoLogin'
  return game.web === null ? 'none' : 'web'
}

/** The call that makes the link of a game, with the password where its provider wants it (GAM-029, GAM-030). */
export function autoLoginPath(
  game: Pick<GameAccount, 'code' | 'autoLogin'>,
  { username, password }: { readonly username: string; readonly password: string },
): `/api/autoLogin/${string}` {
  const name = `${game.code.toLowerCase()}/${encodeURIComponent(username)}`
  return `/api/autoLogin/${game.autoLogin === 'username' ? name : `${name}/${encodeURIComponent(password)}`}`
}

/**
 * Where a link of a provider leads: only ever to a web page, at the build's provider host where it names one (GAM-004,
 * GEN-015, decisions 3.5). Undefined for what is no web address.
 */
export function gameAddress(link: string, providerHost: string): string | undefined {
  if (!URL.canParse(link, location.origin)) return undefined
  const url = new URL(link, location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (providerHost !== '') {
    // A host without a port means the usual one, whatever port the link named.
    url.port = ''
    url.host = providerHost
  }
  return url.href
}
