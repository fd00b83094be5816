import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Everything the sandbox is told from outside; `readConfig` is the only reader of the environment. */
export interface Config {
  /** Folder of the state: `sandbox.sqlite`, the secret and the fonts. */
  readonly dataFolder: string
  /** Port to listen on; 0 lets the system choose one. */
  readonly port: number
  /** Address to listen on; loopback unless it is set (rulings 6.2). */
  readonly host: string
  /** Where the server is: the bank calls back to `<hookUrl>/api/hooks/bank`. */
  readonly hookUrl: string
  /** The address people reach the sandbox at, for launch links; null takes the one a request came by. */
  readonly publicUrl: string | null
  /** Where people find the wallet: the pages' link to it. */
  readonly walletUrl: string
  /** Where the operator's staff work. */
  readonly deskUrl: string
  /** Whether the server has the demo operator, and with it the staff that is shown here. */
  readonly isDemo: boolean
  /** The secret all keys are made from, instead of the one in the data folder. */
  readonly secret: string | null
  /** The file that furnishes the operator, whose banks and providers are played; null: the demo's. */
  readonly operatorFile: string | null
  /** Whether to print the address: with a given port whoever gave it knows it, a chosen one must be told. */
  readonly isAnnounced: boolean
}

/**
 * Reads KRAPAO_DATA (`./data`), PORT (3000), SANDBOX_PORT (PORT + 1), SANDBOX_HOST (127.0.0.1), SANDBOX_URL,
 * DESK_URL (`http://127.0.0.1:<DESK_PORT, or PORT + 2>`), KRAPAO_DEMO (1, but 0 with DATABASE_URL or in production),
 * KRAPAO_OPERATOR_FILE, KRAPAO_HOOK_URL (`http://127.0.0.1:<PORT>`), PUBLIC_URL (the same), and KRAPAO_SECRET or the file that
 * KRAPAO_SECRET_FILE names. Throws an Error in words for a port that is none and for a file that cannot be read.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const serverPort = readPort(environment, 'PORT', 3000)
  const port = readPort(environment, 'SANDBOX_PORT', serverPort + 1)
  const hookUrl = withoutSlash(environment['KRAPAO_HOOK_URL'] || `http://127.0.0.1:${serverPort}`)
  return {
    dataFolder: resolve(environment['KRAPAO_DATA'] || 'data'),
    port,
    host: environment['SANDBOX_HOST'] || '127.0.0.1',
    hookUrl,
    publicUrl: environment['SANDBOX_URL'] ? withoutSlash(environment['SANDBOX_URL']) : null,
    walletUrl: withoutSlash(environment['PUBLIC_URL'] || hookUrl),
    deskUrl: withoutSlash(
      environment['DESK_URL'] || `http://127.0.0.1:${readPort(environment, 'DESK_PORT', serverPort + 2)}`,
    ),
    isDemo: readDemo(environment),
    secret: environment['KRAPAO_SECRET'] || readSecretFile(environment['KRAPAO_SECRET_FILE']),
    operatorFile: environment['KRAPAO_OPERATOR_FILE'] ? resolve(environment['KRAPAO_OPERATOR_FILE']) : null,
    isAnnounced: port === 0 || !environment['SANDBOX_PORT'],
  }
}

/** As the server reads it. */
function readDemo(environment: Readonly<Record<string, string | undefined>>): boolean {
  const given = environment['KRAPAO_DEMO']?.trim()
  if (given) return given === '1'
  return !environment['DATABASE_URL'] && environment['NODE_ENV'] !== 'production'
}

function readPort(environment: Readonly<Record<string, string | undefined>>, name: string, fallback: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${name} must be a port from 0 to 65535, not "${text}".`)
  return port
}

/** The same file that the server reads: the keys of both come from one secret. */
function readSecretFile(file: string | undefined): string | null {
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`KRAPAO_SECRET_FILE names ${file}, which cannot be read.`, { cause: error })
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
