import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Conversation } from './conversation-store.ts'
import { createConversation } from './conversation-store.ts'
import { refetchRoom } from './room.api.ts'

/** The rooms that were opened, each with what is on its way there. */
export function useConversations(): (roomId: string) => Conversation {
  const client = useQueryClient()
  const conversations = useRef(new Map<string, Conversation>())
  return (roomId) => {
    const known = conversations.current.get(roomId)
    if (known !== undefined) return known
    const made = createConversation(roomId, () => void refetchRoom(client, roomId))
    conversations.current.set(roomId, made)
    return made
  }
}
