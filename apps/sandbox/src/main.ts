import { type Sandbox, startSandbox } from './app.ts'
import { readConfig } from './config.ts'

/** Starts the sandbox and ends it on the first SIGTERM or SIGINT; a second one changes nothing (rulings 6.3). */
async function main(): Promise<void> {
  let isClosing = false
  let sandbox: Sandbox | null = null
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    void sandbox?.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  process.on('SIGHUP', close)
  // Whoever started this as a part of the whole is gone, killed perhaps: nobody could end it later.
  process.on('disconnect', close)
  process.channel?.unref()

  const config = readConfig()
  sandbox = await startSandbox(config)
  if (isClosing) {
    await sandbox.close()
    process.exit(0)
  }
  if (config.isAnnounced) {
    process.stdout.write(`The sandbox is ready: ${sandbox.url}\n`)
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
