import { resolve } from 'node:path'
import { root } from './processes.ts'

/** What stands in the way, in one sentence for whoever started this. */
export class StartError extends Error {}

export interface Settings {
  port: number
  host: string
  sandboxPort: number
  sandboxHost: string
  /** Null: without a support desk. */
  deskPort: number | null
  deskHost: string
  withSandbox: boolean
  dataFolder: string
  isEmbedded: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

function readText(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim()
  return text === '' ? undefined : text
}

function readPort(environment: Environment, name: string, fallback: number): number {
  const text = readText(environment, name)
  if (text === undefined) return fallback
  if (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536) return Number(text)
  throw new StartError(`${name} must be a port number from 1 to 65535, and is "${text}".`)
}

function readFlag(environment: Environment, name: string, fallback: boolean): boolean {
  const text = readText(environment, name)
  if (text === undefined) return fallback
  if (text === '0' || text === '1') return text === '1'
  throw new StartError(`${name} must be 0 or 1, and is "${text}".`)
}

/** The settings that this script itself needs; the programs read and check the rest. */
export function readSettings(environment: Environment): Settings {
  const isEmbedded = ['DATABASE_URL', 'DATABASE_URL_FILE'].every((name) => readText(environment, name) === undefined)
  const port = readPort(environment, 'PORT', 3000)
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', port < 65_535 ? port + 1 : port - 1)
  const withSandbox = readFlag(
    environment,
    'KRAPAO_SANDBOX',
    isEmbedded && readText(environment, 'NODE_ENV') !== 'production',
  )
  if (withSandbox && port === sandboxPort) {
    throw new StartError(`PORT and SANDBOX_PORT are both ${port}; the server and the sandbox need one each.`)
  }
  const deskPort =
    readText(environment, 'DESK_PORT') === '0'
      ? null
      : readPort(environment, 'DESK_PORT', port < 65_534 ? port + 2 : port - 2)
  if (deskPort === port) {
    throw new StartError(`PORT and DESK_PORT are both ${port}; the wallet and the desk need one each.`)
  }
  if (withSandbox && deskPort === sandboxPort) {
    throw new StartError(`SANDBOX_PORT and DESK_PORT are both ${deskPort}; the sandbox and the desk need one each.`)
  }
  return {
    port,
    host: readText(environment, 'HOST') ?? '127.0.0.1',
    sandboxPort,
    sandboxHost: readText(environment, 'SANDBOX_HOST') ?? '127.0.0.1',
    deskPort,
    deskHost: readText(environment, 'DESK_HOST') ?? '127.0.0.1',
    withSandbox,
    dataFolder: resolve(root, readText(environment, 'KRAPAO_DATA') ?? 'data'),
    isEmbedded,
  }
}
