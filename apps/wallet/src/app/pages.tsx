import type { ReactNode } from 'react'
import { LoginPage } from '../features/login/login-page.tsx'
import { paths } from '../lib/paths.ts'
import { hasToken } from '../lib/session.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import type { AppPage } from './lazy-part.ts'
import { lazyPart } from './lazy-part.ts'
import { memberPages, memberTexts } from './member-pages.ts'
import { useActiveCheck } from './navigation.ts'
import { useSiteInfo } from '../lib/site-info.ts'

// For who has lost all that he showed beside his password: seldom asked for, and then on two pages.
const recovery = lazyPart(
  ['common', 'security', 'recover', 'register', 'errors'],
  async () => (await import('../features/security/recovery-form.tsx')).RecoveryForm,
)

function LoginRoute(): ReactNode {
  const site = useSiteInfo()
  return useActiveCheck() && <LoginPage siteName={site?.name} Recovery={recovery.Page} onLoggedIn={fetchHome} />
}

/** How long whoever has logged in waits at most on /login for the code of home. */
const HOME_PATIENCE_MS = 3_000

/**
 * Fetches what home is made of once the server has let somebody in, and not before: a browser does not ask again for code
 * that could not be fetched, and a login may well be tried without a network. Never throws.
 */
async function fetchHome(): Promise<void> {
  const patience = new Promise<undefined>((done) => setTimeout(done, HOME_PATIENCE_MS, undefined))
  await Promise.race([Promise.allSettled([area, memberPages[0]].map((part) => part?.ready())), patience])
}

const contact = lazyPart(['common'], async () => (await import('./guest-contact.tsx')).GuestContact)

/** The pages of guests; a member who opens one is led to /user (NAV-001 to NAV-004). */
export const guestPages: readonly AppPage[] = [
  {
    path: paths.login,
    titleId: 'login.title',
    Page: LoginRoute,
    texts: [],
    preload: async () => undefined,
    ready: async () => undefined,
  },
  {
    path: paths.register,
    titleId: 'register.title',
    ...lazyPart(['common', 'register', 'errors'], async () => (await import('./register-route.tsx')).RegisterRoute),
  },
  {
    path: paths.forgot,
    titleId: 'forgot.title',
    ...lazyPart(
      ['common', 'register', 'forgot', 'errors'],
      async () => (await import('./forgot-route.tsx')).ForgotRoute,
    ),
  },
  {
    path: paths.howto,
    titleId: 'howto.title',
    ...lazyPart(['common', 'howto'], async () => (await import('../features/howto/howto-list.tsx')).HowtoList),
  },
  { path: paths.contact, titleId: 'contact.title', ...contact },
]

/** Any other address. */
export const notFound = lazyPart(['common'], async () => (await import('./not-found.tsx')).NotFound)

const area = lazyPart(memberTexts, async () => (await import('./member-area.tsx')).MemberArea)

/** What all pages of members stand in. */
export const memberArea: typeof area = {
  ...area,
  ready: async () => {
    await area.ready()
    const { takeEarlyAnswers } = await import('./member-area.tsx')
    await takeEarlyAnswers()
  },
}

/** What an address is opened with. */
interface Opening {
  /** The texts that its page needs, which are to be fetched in the same breath. */
  readonly texts: readonly TextGroup[]
  /** Waits until the page can be drawn at once; not for what cannot be fetched, which says so when it is drawn. */
  readonly ready: () => Promise<void>
}

/** Starts fetching what the page at an address is made of, before anything is drawn. */
export function openAddress(path: string): Opening {
  const parts = partsOf(path)
  for (const part of parts) void part.preload()
  return {
    texts: parts.flatMap(({ texts }) => texts),
    ready: async () => {
      await Promise.allSettled(parts.map((part) => part.ready()))
    },
  }
}

function partsOf(path: string): readonly Pick<AppPage, 'texts' | 'preload' | 'ready'>[] {
  if (hasToken()) {
    const memberPage = memberPages.find((page) => page.path === path) ?? memberPages[0]
    return memberPage === undefined ? [memberArea] : [memberArea, memberPage]
  }
  const guestPage = guestPages.find((page) => page.path === path)
  if (guestPage !== undefined) return [guestPage]
  return Object.values<string>(paths).includes(path) ? [] : [notFound]
}
