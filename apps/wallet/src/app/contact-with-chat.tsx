import type { calls } from '@krapao/contract'
import { afterPaint, Icon } from '@krapao/web'
import type { ComponentType, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { ChatMember } from '../features/chat/chat-widget.tsx'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { callApi } from '../lib/api/call-api.ts'
import { chatBackend } from '../lib/chat-backend.ts'
import { loadTexts, useTexts } from '../lib/texts/texts.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { contact } from '../ui/drawings-first.tsx'

/** What is fetched for the chat. */
interface ChatPart {
  readonly Widget: ComponentType<{
    member: ChatMember | undefined
    isExpanded: boolean
    onExpand: (isExpanded: boolean) => void
  }>
}

/** Whether the operator offers the chat and the build has one (CON-007, decisions 2.96); undefined until it is known. */
function useChatOffer(): boolean | undefined {
  const { data, error } = useLoaded('chat', async (signal) => {
    if (!chatBackend.isConfigured) return false
    const answer = await callApi<typeof calls.lookupEnableChatWidget>('GET', '/api/lookup/enableChatWidget', { signal })
    return answer.enableChatWidget
  })
  return error === undefined ? data : false
}

/** The widget's own code and texts, fetched where it is offered; null when they did not come. */
function useChatPart(isOffered: boolean): ChatPart | null | undefined {
  const [part, setPart] = useState<ChatPart | null>()
  useEffect(() => {
    if (!isOffered) return undefined
    // It weighs more than the page, which says already that there is a chat.
    return afterPaint(() => {
      Promise.all([import('../features/chat/chat-widget.tsx'), loadTexts(['chat'])]).then(
        ([{ ChatWidget }]) => setPart({ Widget: ChatWidget }),
        () => setPart(null),
      )
    })
  }, [isOffered])
  return part
}

/**
 * The contact page with the chat on it, where there is one; else with the messaging app. `member` is who is logged in:
 * `asking` until he is known, null when that could not be learnt, and undefined for a guest.
 */
export function ContactWithChat({
  member,
  children,
}: {
  member: ChatMember | 'asking' | null | undefined
  children?: ReactNode
}): ReactNode {
  const { t } = useTexts()
  const offer = useChatOffer()
  const isOffered = offer === true && member !== null
  const part = useChatPart(isOffered)
  const [isExpanded, setIsExpanded] = useState(false)
  const hasChat = isOffered && part !== null
  const open = (): void => setIsExpanded(true)
  return (
    <>
      <ContactPage
        isAsking={offer === undefined || (offer && member === 'asking')}
        chat={
          hasChat ? (
            <Button kind="gold" aria-haspopup="dialog" onClick={open}>
              <Icon drawing={contact} />
              {t('contact.chat')}
            </Button>
          ) : undefined
        }
      >
        {children}
      </ContactPage>
      {!hasChat || part === undefined || member === 'asking' ? null : (
        <part.Widget member={member} isExpanded={isExpanded} onExpand={setIsExpanded} />
      )}
    </>
  )
}
