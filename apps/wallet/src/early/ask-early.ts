// Stands in the pages themselves: asks for what the page shows while the app is still on its way, so that its answers, and
// the pictures in front of home's first ring, come beside the app and not after it.
import type { AnswerOf, calls } from '@krapao/contract'
import type { EarlyCall } from '../lib/api/early-calls.ts'
import { callHeaders } from '../lib/api/early-calls.ts'
import { chatBackend } from '../lib/chat-backend.ts'
import { paths } from '../lib/paths.ts'
import { readToken } from '../lib/session.ts'
import { readLanguage } from '../lib/texts/language.ts'

type Home = AnswerOf<typeof calls.walletHome>

const home = '/api/wallet/home'
const readings = '/api/wallet/refresh/slot'
const site = '/api/lookup/info'

/** What guests' pages show, as far as it is worth a call before the app is there. */
const ofGuests: Readonly<Record<string, readonly string[]>> = {
  [paths.login]: [site, '/api/lookup/active'],
  [paths.register]: [site],
  [paths.forgot]: [site],
  [paths.howto]: [site],
  [paths.contact]: [site, '/api/lookup/contact', ...(chatBackend.isConfigured ? ['/api/lookup/enableChatWidget'] : [])],
}

/** The card in front of the first ring is the largest thing on home, and two stand beside it; nobody sees others yet. */
function fetchPictures({ slots }: Home): void {
  const ring = slots.filter(({ category }) => category === 'slot')
  for (const [index, game] of [ring[0], ring[1], ring.at(-1)].entries()) {
    for (const source of game === undefined ? [] : [game.background, game.logo]) {
      const picture = new Image()
      picture.fetchPriority = index === 0 ? 'high' : 'low'
      picture.src = source
    }
  }
}

const token = readToken()
const language = readLanguage()
const ask = (path: string, look: (answer: unknown) => void = () => undefined): EarlyCall => {
  const answer = fetch(path, { headers: callHeaders(language, token) })
  const call = { token, language, sentMs: Date.now(), answer, hasCome: false }
  answer
    .then(async (response) => {
      look(await response.clone().json())
      call.hasCome = true
    })
    .catch(() => undefined)
  return call
}
const { pathname } = location
if (token === null) {
  globalThis.earlyCalls = Object.fromEntries((ofGuests[pathname] ?? []).map((path) => [path, ask(path)]))
} else if ([paths.root, paths.user, paths.home].some((path) => path === pathname)) {
  globalThis.earlyCalls = {
    [home]: ask(home, (answer) => fetchPictures(answer as Home)),
    [readings]: ask(readings),
    [site]: ask(site),
  }
}
