import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from '../lib/live-context.ts'

/** What comes within this time is asked about once. */
const GATHER_MS = 150

/** Asks anew for the boxes, and for the rooms that changed; null: for all of them, and for what the agent may do. */
export function useRefetchOnChange(): void {
  const client = useQueryClient()
  const gathered = useRef({
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    rooms: new Set<string | null>(),
  })
  useChanges((roomId) => {
    const { current } = gathered
    current.rooms.add(roomId)
    current.timer ??= setTimeout(() => {
      current.timer = undefined
      const rooms = current.rooms.has(null) ? [['me'], ['room']] : [...current.rooms].map((room) => ['room', room])
      for (const queryKey of [['inbox'], ...rooms]) void client.invalidateQueries({ queryKey })
      current.rooms.clear()
    }, GATHER_MS)
  })
  useEffect(() => {
    const { current } = gathered
    return () => clearTimeout(current.timer)
  }, [])
}
