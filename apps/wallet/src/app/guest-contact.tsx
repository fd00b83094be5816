import type { ReactNode } from 'react'
import { ContactWithChat } from './contact-with-chat.tsx'

/** /contact: a guest chats by an id of his browser (GEN-035). */
export function GuestContact(): ReactNode {
  return <ContactWithChat member={undefined} />
}
