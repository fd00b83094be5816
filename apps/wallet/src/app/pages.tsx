import type { ComponentType, ReactNode } from 'react'
import { lazy, useEffect } from 'react'
import { LoginPage } from '../features/login/login-page.tsx'
import type { Path } from '../lib/paths.ts'
import { paths } from '../lib/paths.ts'
import { hasToken } from '../lib/session.ts'
import type { TextGroup, TextId } from '../lib/texts/text-values.ts'
import { loadTexts } from '../lib/texts/texts.ts'
import { checkActiveAtLogin } from './navigation.ts'
import { useSiteInfo } from './site-info.ts'

/** A page of one of the shells: its address, the text of its title, and what draws it. */
export interface AppPage {
  readonly path: Path
  readonly titleId: TextId
  /** On a desktop it has two columns. */
  readonly isWide?: boolean
  readonly Page: ComponentType
  /** The texts that it needs beyond those of the first load. */
  readonly texts: readonly TextGroup[]
  /** Fetches it ahead of its need; what fails then is tried again when it is drawn. */
  readonly preload: () => void
}

/** A component that is fetched together with its texts when it is first drawn. */
export function lazyPart(
  texts: readonly TextGroup[],
  load: () => Promise<ComponentType>,
): Pick<AppPage, 'Page' | 'texts' | 'preload'> {
  return {
    Page: lazy(async () => {
      const [part] = await Promise.all([load(), loadTexts(texts)])
      return { default: part }
    }),
    texts,
    preload: () => {
      load().catch(() => undefined)
    },
  }
}

function LoginRoute(): ReactNode {
  const site = useSiteInfo()
  useEffect(() => {
    void checkActiveAtLogin()
  }, [])
  return <LoginPage siteName={site?.name} />
}

const contact = lazyPart(['common'], async () => (await import('../features/contact/contact-page.tsx')).ContactPage)

/** The pages of guests; a member who opens one is led to /user (NAV-001 to NAV-004). */
export const guestPages: readonly AppPage[] = [
  { path: paths.login, titleId: 'login.title', Page: LoginRoute, texts: [], preload: () => undefined },
  {
    path: paths.register,
    titleId: 'register.title',
    ...lazyPart(['common', 'register'], async () => (await import('./register-route.tsx')).RegisterRoute),
  },
  {
    path: paths.forgot,
    titleId: 'forgot.title',
    ...lazyPart(['common', 'register', 'forgot'], async () => (await import('./forgot-route.tsx')).ForgotRoute),
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

const memberTexts: readonly TextGroup[] = ['common', 'member']

const homeTexts: readonly TextGroup[] = [...memberTexts, 'home']

/** What all pages of members stand in. */
export const memberArea = lazyPart(memberTexts, async () => (await import('./member-area.tsx')).MemberArea)

/** The pages of members; a guest who opens one is led to /login (NAV-006 to NAV-010). */
export const memberPages: readonly AppPage[] = [
  {
    path: paths.home,
    titleId: 'home.title',
    isWide: true,
    ...lazyPart(homeTexts, async () => (await import('../features/home/home-page.tsx')).HomePage),
  },
  {
    path: paths.profile,
    titleId: 'profile.title',
    ...lazyPart(
      [...memberTexts, 'profile'],
      async () => (await import('../features/profile/profile-page.tsx')).ProfilePage,
    ),
  },
  {
    path: paths.bonus,
    titleId: 'bonus.title',
    ...lazyPart([...memberTexts, 'bonus'], async () => (await import('../features/bonus/bonus-page.tsx')).BonusPage),
  },
  {
    path: paths.statement,
    titleId: 'statement.title',
    ...lazyPart(memberTexts, async () => (await import('../features/statement/statement-page.tsx')).StatementPage),
  },
  {
    path: paths.memberContact,
    titleId: 'contact.title',
    ...lazyPart(['common', 'howto'], async () => (await import('./member-contact.tsx')).MemberContact),
  },
]

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
