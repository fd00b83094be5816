import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { useHome } from '../lib/wallet.ts'
import { ContactWithChat } from './contact-with-chat.tsx'
import { lazyPart } from './lazy-part.ts'

// Below how to reach the operator, and so what comes last.
const howto = lazyPart(['howto'], async () => (await import('../features/howto/howto-list.tsx')).HowtoSection)

/** /user/contact: members, who cannot open /howto, have its five videos here (decisions 2.10). */
export function MemberContact(): ReactNode {
  const { data, isError } = useHome()
  const profile = data?.profile
  const known = isError ? null : 'asking'
  const member = profile === undefined ? known : { id: profile._id, username: profile.username, name: profile.name }
  return (
    <ContactWithChat member={member}>
      <Suspense>
        <howto.Page />
      </Suspense>
    </ContactWithChat>
  )
}
