import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { LoginPage } from '../features/login/login-page.tsx'
import { paths } from '../lib/paths.ts'
import { hasToken } from '../lib/session.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import type { AppPage } from './lazy-part.ts'
import { lazyPart } from './lazy-part.ts'
import { memberPages, memberTexts } from './member-pages.ts'
import { checkActiveAtLogin } from './navigation.ts'
import { useSiteInfo } from './site-info.ts'

function LoginRoute(): ReactNode {
  const site = useSiteInfo()
  useEffect(() => {
    void checkActiveAtLogin()
  }, [])
  return <LoginPage siteName={site?.name} />
}

const contact = lazyPart(['common'], async () => (await import('./guest-contact.tsx')).GuestContact)

/** The pages of guests; a member who opens one is led to /user (NAV-001 to NAV-004). */
export const guestPages: readonly AppPage[] = [
  { path: paths.login, titleId: 'login.title', Page: LoginRoute, texts: [], preload: () => undefined },
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

/** What all pages of members stand in. */
export const memberArea = lazyPart(memberTexts, async () => (await import('./member-area.tsx')).MemberArea)

/**
 * Starts fetching what the page at an address is made of, before anything is drawn.
 *
 * @returns the texts that it needs, which are to be fetched in the same breath.
 */
export function preloadPage(path: string): readonly TextGroup[] {
  const isMember = hasToken()
  if (!isMember) {
    const guestPage = guestPages.find((page) => page.path === path)
    guestPage?.preload()
    return guestPage?.texts ?? []
  }
  memberArea.preload()
  const memberPage = memberPages.find((page) => page.path === path) ?? memberPages[0]
  memberPage?.preload()
  return memberPage?.texts ?? memberTexts
}
