// The one entry of every npm script: installs what is missing, then runs a TypeScript file of this folder on Node 24.
// It is plain JavaScript without dependencies because it runs first, on a bare checkout, on Node 20 or newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.installed')
const lockFolder = join(root, '.installing')
const innerBin = join(root, 'node_modules', '.bin')
const runtimeMajor = 24

/** What decides whether an installation is still right. */
function installationKey() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'package.json', '.npmrc']) hash.update(readFileSync(join(root, file)))
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

function isInstalled(key) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === key
}

const pause = (delayMs) => new Promise((done) => setTimeout(done, delayMs))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the installation lock, from a dead owner too, or waits until another run has installed. True when it is ours. */
async function takeLock(key) {
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(join(lockFolder, 'pid'), String(process.pid))
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isInstalled(key)) return false
    let owner = Number.NaN
    try {
      owner = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'))
    } catch {
      // The owner has made the folder and not yet written its number, or has just left.
    }
    const isAbandoned = Number.isInteger(owner) && owner > 0 ? !isAlive(owner) : waited > 20
    if (isAbandoned) rmSync(lockFolder, { recursive: true, force: true })
    else {
      if (waited === 0) console.log('Another run is installing; waiting for it …')
      await pause(250)
    }
  }
}

/** PATH and npm's own variables as they were before a script of this folder changed them. */
function outerEnvironment() {
  const environment = { ...process.env }
  delete environment.NODE_ENV
  for (const name of Object.keys(environment)) {
    if (/^npm_config_(omit|include|only|production|workspace|workspaces|ignore_scripts|global|prefix)$/i.test(name)) {
      delete environment[name]
    }
  }
  const paths = (environment.PATH ?? '').split(delimiter)
  environment.PATH = paths.filter((path) => !path.startsWith(join(root, 'node_modules'))).join(delimiter)
  return environment
}

/** The Node outside node_modules: `npm ci` deletes the inner one while it runs. */
function outerNode(environment) {
  if (!process.execPath.startsWith(join(root, 'node_modules'))) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const path of environment.PATH.split(delimiter)) {
    const candidate = join(path, name)
    if (path !== '' && existsSync(candidate)) return candidate
  }
  throw new Error('no Node outside node_modules was found on the PATH')
}

function run(command, args, options) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, options)
    child.on('error', fail)
    child.on('exit', (code, signal) => done(code ?? (signal === null ? 1 : 128)))
  })
}

async function install(key) {
  if (!(await takeLock(key))) return
  try {
    if (isInstalled(key)) return
    console.log('Installing dependencies …')
    rmSync(stamp, { force: true })
    const environment = outerEnvironment()
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath
    const code =
      npm !== undefined && existsSync(npm)
        ? await run(outerNode(environment), [npm, ...args], { cwd: root, stdio: 'inherit', env: environment })
        : await run('npm', args, {
            cwd: root,
            stdio: 'inherit',
            env: environment,
            shell: process.platform === 'win32',
          })
    if (code !== 0) {
      console.error(`npm could not install the dependencies (exit ${code}). See its message above.`)
      process.exit(code)
    }
    writeFileSync(stamp, key)
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

const isRuntime = () => Number(process.versions.node.split('.')[0]) >= runtimeMajor

/** npm does not hand SIGTERM on: when npm (our parent) is gone, the script is told to end as if it had got the signal. */
function watchParent(tell) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) tell('SIGTERM')
  }, 500).unref()
}

function runOnInnerNode(script, args) {
  const inner = join(innerBin, process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(inner)) {
    console.error(
      `This needs Node ${runtimeMajor} or newer. None is packaged for ${process.platform} ${process.arch}: ` +
        `install Node ${runtimeMajor} and run the command again (this is ${process.version}).`,
    )
    process.exit(1)
  }
  const child = spawn(inner, [script, ...args], { stdio: 'inherit', shell: process.platform === 'win32' })
  const tell = (signal) => child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, tell)
  watchParent(tell)
  child.on('error', (error) => {
    console.error(`${inner} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

const [scriptName, ...scriptArgs] = process.argv.slice(2)
const script = resolve(root, scriptName)
const key = installationKey()
if (!isInstalled(key)) await install(key)
process.chdir(root)
process.env.PATH = `${innerBin}${delimiter}${process.env.PATH ?? ''}`
if (isRuntime()) {
  process.argv.splice(1, 2, script)
  watchParent((signal) => process.kill(process.pid, signal))
  await import(pathToFileURL(script).href)
} else runOnInnerNode(script, scriptArgs)
