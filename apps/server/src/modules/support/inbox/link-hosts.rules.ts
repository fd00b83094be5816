import type { ComposedMessage } from '@krapao/contract'
import type { Settings } from '../../operator/index.ts'

function hostOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, host, pathname } = new URL(address)
  return protocol === 'mailto:' ? (pathname.split('@').at(-1)?.toLowerCase() ?? '') : host
}

/** Hosts that buttons of the staff may lead to: the operator's own, and those that he named. */
export function linkHosts(
  settings: Pick<Settings, 'chatLinkHosts' | 'website' | 'lineLink'>,
  publicUrl: string,
): ReadonlySet<string> {
  const own = [settings.website, settings.lineLink, publicUrl].flatMap((address) => hostOf(address) ?? [])
  return new Set([...own, ...settings.chatLinkHosts])
}

/** The first host behind a button of the message that is none of these; null when all are. */
export function foreignHost(message: ComposedMessage, hosts: ReadonlySet<string>): string | null {
  const buttons =
    message.message_type === 'generic'
      ? message.payloads.flatMap((card) => card.buttons)
      : 'buttons' in message.payload
        ? message.payload.buttons
        : []
  const led = buttons.flatMap(({ type, payload }) => (type === 'web' ? [hostOf(payload) ?? ''] : []))
  return led.find((host) => !hosts.has(host)) ?? null
}
