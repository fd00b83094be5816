import type { AnswerOf, desk, DeskRoom } from '@krapao/contract'
import type { QueryClient, UseMutationResult } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callDesk, roomPath } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

type RoomAnswer = AnswerOf<typeof desk.deskRoomRead>

/** A room and what is known of its customer. */
export const useRoom = (roomId: string) => useRead<typeof desk.deskRoomRead>(['room', roomId], roomPath(roomId))

/** What an agent can do with a room. */
export type RoomAct = 'claim' | 'release' | 'take-over' | 'end'

/** Does it, shows the room as it is then, and asks anew where it was refused. */
export function useRoomAct(roomId: string): UseMutationResult<{ room: DeskRoom }, Error, RoomAct> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: RoomAct) => callDesk<typeof desk.deskClaim>('POST', roomPath(roomId, `/${act}`)),
    onSuccess: ({ room }) => {
      client.setQueryData<RoomAnswer>(['room', roomId], (known) => (known === undefined ? known : { ...known, room }))
    },
    onSettled: () => refetchRoom(client, roomId),
  })
}

/** Asks for a room and the boxes anew. */
export async function refetchRoom(client: QueryClient, roomId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['room', roomId] }),
    client.invalidateQueries({ queryKey: ['inbox'] }),
  ])
}

/** Says that staff have read up to a message. What fails is said again with the next one. */
export async function markRead(client: QueryClient, roomId: string, seq: number): Promise<void> {
  try {
    await callDesk<typeof desk.deskMarkRead>('POST', roomPath(roomId, '/read'), { body: { seq } })
    await client.invalidateQueries({ queryKey: ['inbox'] })
  } catch {
    // The next message in sight tries again.
  }
}
