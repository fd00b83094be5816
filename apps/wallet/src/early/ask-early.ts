// Stands in the pages themselves: asks for what home shows while the app is still on its way, so that its answers, and
// the picture of the first game, come beside the app and not after it.
import type { AnswerOf, calls } from '@krapao/contract'
import type { EarlyCall } from '../lib/api/early-calls.ts'
import { callHeaders } from '../lib/api/early-calls.ts'
import { paths } from '../lib/paths.ts'
import { readToken } from '../lib/session.ts'
import { readLanguage } from '../lib/texts/language.ts'

type Home = AnswerOf<typeof calls.walletHome>

const home = '/api/wallet/home'
const readings = '/api/wallet/refresh/slot'
const site = '/api/lookup/info'

/** The picture in front of the first ring is the largest thing on home; the others come after it. */
function fetchPictures({ slots }: Home): void {
  const front = slots.find(({ category }) => category === 'slot')
  const inFront = front === undefined ? [] : [front.background, front.logo]
  for (const source of new Set([...inFront, ...slots.flatMap(({ background, logo }) => [background, logo])])) {
    const picture = new Image()
    picture.fetchPriority = inFront.includes(source) ? 'high' : 'low'
    picture.src = source
  }
}

const token = readToken()
const leadsHome = [paths.root, paths.user, paths.home].some((path) => path === location.pathname)
if (token !== null && leadsHome) {
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
  globalThis.earlyCalls = {
    [home]: ask(home, (answer) => fetchPictures(answer as Home)),
    [readings]: ask(readings),
    [site]: ask(site),
  }
}
