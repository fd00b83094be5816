import type { App } from './app.ts'
import { type Config, readConfig, SettingError } from './config.ts'
import { openDatabaseOf } from './open-database.ts'
import { systemClock } from './platform/clock.ts'
import { DataFolderBusyError } from './platform/database/index.ts'
import { createLogger, type Logger } from './platform/logger.ts'

/** How long stopping may take before the process ends as it is; the data is safe at every moment. */
const EXIT_WITHIN_MS = 9_500

/** Which of the two listeners an error of the network is about, and the settings that choose where it listens. */
function placeOf(error: Error, config: Config): { port: number; host: string; setting: string; hostSetting: string } {
  const { desk } = config
  if (desk !== null && 'port' in error && error.port === desk.port) {
    return { ...desk, setting: 'DESK_PORT', hostSetting: 'DESK_HOST' }
  }
  return { port: config.port, host: config.host, setting: 'PORT', hostSetting: 'HOST' }
}

/** What is wrong, in one sentence for whoever started the server; null for what only the log can tell. */
function describeFailure(error: unknown, config: Config | undefined): string | null {
  if (error instanceof SettingError || error instanceof DataFolderBusyError) return error.message
  if (!(error instanceof Error) || !config) return null
  const { code } = error as NodeJS.ErrnoException
  const { port, host, setting, hostSetting } = placeOf(error, config)
  const where = `Port ${port} of ${host}`
  if (code === 'EADDRINUSE') {
    return `${where} is taken by another program; stop that one or choose another with ${setting}.`
  }
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}; choose another with ${hostSetting}.`
  if (code === 'EACCES' && 'port' in error) return `${where} may not be used; choose one above 1023 with ${setting}.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'ENOSPC') {
    return `The data folder ${config.dataFolder} cannot be written: ${error.message}.`
  }
  return null
}

async function main(): Promise<void> {
  let config: Config | undefined
  let logger: Logger | undefined
  let app: App | undefined
  let isClosing = false

  /** Ends the process once; a second signal changes nothing. */
  async function close(exitCode: number): Promise<void> {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(exitCode), EXIT_WITHIN_MS).unref()
    try {
      await app?.close()
    } catch (error) {
      logger?.error({ err: error }, 'the server did not stop cleanly')
    }
    process.exit(exitCode)
  }

  function fail(error: unknown): void {
    const sentence = describeFailure(error, config)
    if (sentence === null) logger?.fatal({ err: error }, 'the server failed')
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.message : String(error))}\n`)
    void close(1)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void close(0))
  // Whoever started this as a part of the whole is gone, killed perhaps: nobody could end it later.
  process.on('disconnect', () => void close(0))
  process.channel?.unref()
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)

  try {
    config = readConfig()
    logger = createLogger({ level: config.logLevel })
    // The database opens in a thread, or a server, of its own while the rest of this one is read in.
    const opening = openDatabaseOf(config, { clock: systemClock, logger, waitMs: config.databaseWaitMs })
    opening.catch(() => undefined)
    const [{ createApp }, { unfurnished }] = await Promise.all([import('./app.ts'), import('./furnish/furnish.ts')])
    const made = await createApp({ config, clock: systemClock, logger, opening })
    app = made
    await made.readyDemoStaff()
    if (isClosing) return await made.close()
    const { port, deskPort } = await made.start()
    const { host, desk } = config
    if (!(await made.operator.isFurnished(made.database))) process.stderr.write(`${unfurnished.join('\n')}\n`)
    logger.info({ host, port, deskHost: desk?.host, deskPort, database: made.database.engine }, 'the server listens')
  } catch (error) {
    fail(error)
  }
}

await main()
