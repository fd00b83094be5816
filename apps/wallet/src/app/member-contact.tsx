import type { ReactNode } from 'react'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { HowtoList } from '../features/howto/howto-list.tsx'
import { useTexts } from '../lib/texts/texts.ts'
import panels from '../ui/panel.module.css'

/** /user/contact: members, who cannot open /howto, have its five videos here (decisions 2.10). */
export function MemberContact(): ReactNode {
  const { t } = useTexts()
  return (
    <ContactPage>
      <h2 className={panels.heading}>{t('howto.title')}</h2>
      <HowtoList />
    </ContactPage>
  )
}
