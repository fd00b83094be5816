import { paths } from '../lib/paths.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import type { AppPage } from './lazy-part.ts'
import { lazyPart } from './lazy-part.ts'

/** The texts that every page of members needs. */
export const memberTexts: readonly TextGroup[] = ['common', 'member']

/** The pages of members; a guest who opens one is led to /login (NAV-006 to NAV-010). */
export const memberPages: readonly AppPage[] = [
  {
    path: paths.home,
    titleId: 'home.title',
    isWide: true,
    ...lazyPart([...memberTexts, 'home'], async () => (await import('./member-home.tsx')).MemberHome),
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
    path: paths.security,
    titleId: 'security.title',
    ...lazyPart([...memberTexts, 'security'], async () => (await import('./member-security.tsx')).MemberSecurity),
  },
  {
    path: paths.bonus,
    titleId: 'bonus.title',
    ...lazyPart([...memberTexts, 'bonus'], async () => (await import('../features/bonus/bonus-page.tsx')).BonusPage),
  },
  {
    path: paths.statement,
    titleId: 'statement.title',
    ...lazyPart(
      [...memberTexts, 'history'],
      async () => (await import('../features/statement/statement-page.tsx')).StatementPage,
    ),
  },
  {
    path: paths.protection,
    titleId: 'protection.title',
    ...lazyPart(
      [...memberTexts, 'protection'],
      async () => (await import('../features/protection/protection-page.tsx')).ProtectionPage,
    ),
  },
  {
    path: paths.memberContact,
    titleId: 'contact.title',
    ...lazyPart(['common', 'howto'], async () => (await import('./member-contact.tsx')).MemberContact),
  },
]
