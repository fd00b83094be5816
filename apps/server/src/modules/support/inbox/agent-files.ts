import type { ComposedMessage } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { keepFile } from '../files/chat-files.ts'
import type { SupportParts } from '../support.parts.ts'
import type { FileReference, MessageContent } from '../support.types.ts'

/** Where files are read on the desk's origin, and where on the wallet's, with the same signatures. */
const DESK_FILES = '/api/desk/files/'
const WALLET_FILES = '/api/files/'

const toWallet = (path: string): string => path.replace(DESK_FILES, WALLET_FILES)

/** A file's address on the desk's origin. */
export const toDeskFile = (path: string): string => path.replace(WALLET_FILES, DESK_FILES)

/** Whose the files are that an agent uploads. */
export const fileOwner = ({ agentId }: Pick<AgentIdentity, 'agentId'>): string => `agent/${agentId}`

async function keep(parts: SupportParts, tx: Sql, agent: AgentIdentity, filePath: string) {
  return (await keepFile(parts, tx, { filePath: toWallet(filePath), owner: fileOwner(agent) })) ?? refuse('NO_DATA')
}

/**
 * Keeps those of the images that are files of ours, by the address in the wallet. Their rows are locked in the order of
 * their ids, as by all others who lock several: nobody waits for one who waits for him.
 */
async function keepAll(parts: SupportParts, tx: Sql, agent: AgentIdentity, images: readonly string[]) {
  const paths = new Set(images.filter((image) => image.startsWith('/api/')).map(toWallet))
  const kept = new Map<string, FileReference>()
  for (const path of [...paths].toSorted()) kept.set(path, (await keep(parts, tx, agent, path)).file)
  return kept
}

/** What a message of staff says, with our files in it kept. Refuses with NO_DATA for one that is not the agent's. */
export async function contentOfAgent(
  parts: SupportParts,
  tx: Sql,
  agent: AgentIdentity,
  message: ComposedMessage,
): Promise<MessageContent> {
  if (message.message_type === 'media') {
    const { message: caption, filePath } = message.payload
    return {
      message_type: 'media',
      payload: { message: caption, url: true, ...(await keep(parts, tx, agent, filePath)) },
    }
  }
  if (message.message_type !== 'generic') return message
  const images = message.payloads.flatMap(({ image_url: image }) => image ?? [])
  const kept = await keepAll(parts, tx, agent, images)
  const payloads = message.payloads.map(({ image_url: image = null, title, subtitle, buttons }) => ({
    image: image === null ? null : (kept.get(toWallet(image)) ?? null),
    title,
    subtitle: subtitle ?? '',
    buttons,
  }))
  return { message_type: 'generic', payloads }
}
