import type { desk } from '@krapao/contract'
import { sender } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

/** Every setting. */
export const useSettings = () => useRead<typeof desk.deskSettings>(['settings'], '/api/desk/settings')

/** One setting with its changes. */
export const useSetting = (name: string) =>
  useRead<typeof desk.deskSetting>(['settings', name], `/api/desk/settings/${name}`)

/** Changes one, or proposes it. */
export const sendSetting = (name: string) => sender<typeof desk.deskSetSetting>('PUT', `/api/desk/settings/${name}`)
