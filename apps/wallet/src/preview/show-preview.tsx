import '@krapao/web/look.css'
import { CONTENT_PARTS, type ContentPart } from '@krapao/contract'
import { asLanguage, writeStored } from '@krapao/web'
import { createRoot } from 'react-dom/client'
import '../ui/base.css'
import { App } from '../app/app.tsx'
import { openAddress } from '../app/pages.tsx'
import { openModal } from '../lib/modals.ts'
import { paths } from '../lib/paths.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { startTexts } from '../lib/texts/texts.ts'
import { themes } from '../lib/theme.ts'
import { tellNews } from './line.ts'
import { answersFor } from './preview-answers.ts'

/** Where a part is read: on which page, and what has to be opened there. */
interface Where {
  readonly path: string
  readonly open?: () => void
}

const over = (name: 'conditions' | 'agreement' | 'withdraw' | 'invite' | 'refund') => (): void => openModal(name)

/** Presses what is there as soon as it is. */
function pressWhenThere(index: number): void {
  const button = document.querySelectorAll<HTMLElement>('main li > button')[index]
  if (button === undefined) requestAnimationFrame(() => pressWhenThere(index))
  else button.click()
}

const steps = (index: number): Where => ({ path: paths.howto, open: () => pressWhenThere(index) })

const places: Readonly<Record<ContentPart | 'refund', Where>> = {
  notice: { path: paths.bonus, open: () => openModal('bonus', { code: 'EXAMPLE' }) },
  banners: { path: paths.home, open: over('invite') },
  refund: { path: paths.home, open: over('refund') },
  condition: { path: paths.home, open: over('conditions') },
  agreement: { path: paths.home, open: over('agreement') },
  help: { path: paths.protection },
  withdraw: { path: paths.home, open: over('withdraw') },
  slip: { path: paths.home, open: () => openModal('deposit', { way: 'slip' }) },
  howtoWallet: steps(0),
  howtoGame: steps(1),
  howtoBalance: steps(2),
  howtoBonusReceive: steps(3),
  howtoBonusEnd: steps(4),
  contact: { path: paths.contact },
  channels: { path: paths.contact },
  games: { path: paths.home },
  sources: { path: paths.register },
  depositAccounts: { path: paths.home, open: () => openModal('deposit', { way: 'bank' }) },
}

/** Answers in place of the server; what everybody may read is asked of it, as it stands. */
function answerCalls(answers: () => ReturnType<typeof answersFor>): void {
  const ask = fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/api/')) return ask(input, init)
    const answer = answers()[pathname]
    if (typeof answer === 'object') return Response.json(answer)
    // Nothing is done from here, and nobody's own is read.
    if (!pathname.startsWith('/api/lookup/')) return Response.json({ message: 'NO_DATA' }, { status: 404 })
    const real = await ask(input, init)
    if (answer === undefined || !real.ok) return real
    return Response.json(answer((await real.json()) as object))
  }
}

/** Draws the part that the address names, and goes on with what the desk writes of it. */
export async function showPreview(): Promise<void> {
  const [named = '', locale = '', theme = ''] = location.hash.slice(1).split('/')
  const part: ContentPart = CONTENT_PARTS.find((one) => one === named) ?? 'banners'
  const language = asLanguage(locale) ?? 'th'
  const { path, open } = places[named === 'refund' ? named : part]
  let written: unknown
  answerCalls(() => answersFor(part, written, language))
  writeStored(storageKeys.locale, language)
  writeStored(storageKeys.theme, theme === 'light' ? 'light' : 'dark')
  writeStored(storageKeys.rememberAgreement, '1')
  const isGuests = path === paths.contact || path === paths.howto || path === paths.register
  if (!isGuests) writeStored(storageKeys.token, 'preview', 'session')
  if (part === 'sources') {
    const draft = { phone: '0812345678', isVerified: true, keptAtMs: Date.now() }
    writeStored(storageKeys.registration, JSON.stringify(draft), 'session')
  }
  history.replaceState(part === 'sources' ? { registerStep: 'profile' } : null, '', path)
  themes.start()
  const root = createRoot(document.querySelector('#root') ?? document.body)
  const opening = openAddress(path)
  await startTexts(language, ['shell', ...opening.texts])
  await opening.ready()
  let isDrawn = false
  addEventListener('message', ({ source, data }: MessageEvent<{ part?: unknown; document?: unknown } | undefined>) => {
    // Who may show this page in a frame, the server says; nobody else is listened to.
    if (source !== parent || data?.part !== part) return
    written = data.document
    if (isDrawn && part !== 'sources') return tellNews()
    // Choices of a form are asked for once, when it is drawn.
    root.render(<App key={isDrawn ? Date.now() : 'first'} />)
    if (!isDrawn && open !== undefined) setTimeout(open)
    isDrawn = true
  })
  parent.postMessage('ready', '*')
}
