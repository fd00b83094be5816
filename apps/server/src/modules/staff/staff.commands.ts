import { type Role, ROLES } from '@krapao/contract'
import { type Command, CommandError, listing, required } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { byCommand } from '../deeds/index.ts'
import { addAccount, type AgentCredentials, resetAccount } from './agents.ts'
import { agentByUsername, type AgentListed, agentsListed } from './agents.store.ts'
import { disableAccount, setRoles } from './staff.ts'
import type { StaffParts } from './staff.parts.ts'

const USERNAME = /^[a-z][a-z0-9._-]{1,31}$/
const NAME_MAX = 100

function requireUsername(given: string | undefined): string {
  const username = given?.toLowerCase() ?? ''
  if (USERNAME.test(username)) return username
  throw new CommandError('Name a user: 2 to 32 letters, digits, dots, dashes or underscores, the first one a letter.')
}

function credentialsInWords(username: string, { password, totpKey, totpAddress }: AgentCredentials): string {
  return [
    `user name      ${username}`,
    `password       ${password}`,
    `TOTP key       ${totpKey}`,
    `TOTP address   ${totpAddress}`,
    'Hand these over safely: they are shown this once.',
  ].join('\n')
}

function day(time: Date | null): string {
  return time === null ? '-' : time.toISOString()
}

function describeAgent({ username, name, roles, createdAt, disabledAt, lastSeenAt }: AgentListed): string {
  const state = disabledAt === null ? 'active' : `disabled ${day(disabledAt)}`
  const words = [username, state, roles.join(',').toLowerCase(), `made ${day(createdAt)}`]
  return [...words, `last seen ${day(lastSeenAt)}`, name].join('  ')
}

function requireRoles(given: string | undefined): Role[] {
  const words = (given ?? '').toUpperCase().split(',')
  const roles = ROLES.filter((role) => words.includes(role))
  if (given !== undefined && roles.length === words.length) return roles
  throw new CommandError(`Name roles, separated by commas: ${ROLES.join(', ').toLowerCase()}.`)
}

/** What follows a name, without `--roles` and what stands behind it. */
function splitRoles(words: readonly string[]): { words: readonly string[]; roles: Role[] } {
  const at = words.indexOf('--roles')
  if (at < 0) return { words, roles: ['SUPPORT'] }
  return { words: words.toSpliced(at, 2), roles: requireRoles(words[at + 1]) }
}

async function requireAgent(parts: StaffParts, given: string | undefined) {
  const username = requireUsername(given)
  return required(await agentByUsername(parts.database, username), `There is no user "${username}".`)
}

/** Does it, and says of the last owner that he is the last. */
async function unlessLastOwner<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'LAST_OWNER') throw error
    throw new CommandError('This is the last owner: give somebody else the role first (desk roles USERNAME owner).')
  }
}

/** Accounts of the desk from the command line (rulings 6.3). Secrets are shown once, when they are made. */
export function staffCommands(parts: StaffParts): Command[] {
  return [
    {
      name: 'desk users',
      usage: '- who answers at the support desk',
      run: async () =>
        listing(await agentsListed(parts.database), describeAgent, 'Nobody. Make an account: desk add USERNAME NAME'),
    },
    {
      name: 'desk add',
      usage:
        'USERNAME NAME [--roles ROLE,ROLE] - makes an account (of support alone, unless told), and shows its password and TOTP key once. Customers see no name',
      async run([given, ...typed], actor) {
        const username = requireUsername(given)
        const { words, roles } = splitRoles(typed)
        const name = words.join(' ').trim()
        if (name === '' || name.length > NAME_MAX) throw new CommandError('Say how colleagues call this person.')
        const made = await addAccount(parts, byCommand(actor), username, name, roles)
        return credentialsInWords(username, required(made, `There is a user "${username}" already; see desk reset.`))
      },
    },
    {
      name: 'desk reset',
      usage: 'USERNAME - another password and TOTP key; ends all sessions, and lets a disabled user in again',
      async run([given], actor) {
        const username = requireUsername(given)
        const made = await resetAccount(parts, byCommand(actor), username)
        return credentialsInWords(username, required(made, `There is no user "${username}".`))
      },
    },
    {
      name: 'desk roles',
      usage: `USERNAME ROLE,ROLE - what a user may do from now on: ${ROLES.join(', ').toLowerCase()}`,
      async run([given, words], actor) {
        const { id, username } = await requireAgent(parts, given)
        const roles = requireRoles(words)
        await unlessLastOwner(() => setRoles(parts, byCommand(actor), id, roles))
        return `${username} has these roles now: ${roles.join(', ').toLowerCase()}.`
      },
    },
    {
      name: 'desk disable',
      usage: 'USERNAME - ends all sessions at once, and lets the user in no more',
      async run([given], actor) {
        const { id, username } = await requireAgent(parts, given)
        await unlessLastOwner(() => disableAccount(parts, byCommand(actor), id))
        return `${username} is locked out; whoever waited for this user waits for another now.`
      },
    },
  ]
}
