import type { ReactNode } from 'react'
import { HowtoList } from '../features/howto/howto-list.tsx'
import { useTexts } from '../lib/texts/texts.ts'
import { useHome } from '../lib/wallet.ts'
import panels from '../ui/panel.module.css'
import { ContactWithChat } from './contact-with-chat.tsx'

/** /user/contact: members, who cannot open /howto, have its five videos here (decisions 2.10). */
export function MemberContact(): ReactNode {
  const { t } = useTexts()
  const { data, isError } = useHome()
  const profile = data?.profile
  const known = isError ? null : 'asking'
  const member = profile === undefined ? known : { id: profile._id, username: profile.username, name: profile.name }
  return (
    <ContactWithChat member={member}>
      <h2 className={panels.heading}>{t('howto.title')}</h2>
      <HowtoList />
    </ContactWithChat>
  )
}
