// The one entry of every npm script: installs what is missing, then runs a TypeScript file of this folder on Node 24.
// It is plain JavaScript without dependencies because it runs first, on a bare checkout, on Node 20 or newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.installed')
/** What npm itself notes of its last installation. */
const npmRecord = join(root, 'node_modules', '.package-lock.json')
const lockFolder = join(root, '.installing')
const innerBin = join(root, 'node_modules', '.bin')
const runtimeMajor = 24
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** What decides whether an installation is still right. */
function installationKey() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'package.json', '.npmrc']) hash.update(readFileSync(join(root, file)))
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

function isInstalled(key) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return true
  if (!isInstalledByNpm()) return false
  writeStamp(key)
  return true
}

/** Written aside and renamed, so that it is whole or not there. Without the right to write, the next run looks again. */
function writeStamp(key) {
  const aside = `${stamp}.${process.pid}`
  try {
    writeFileSync(aside, key)
    renameSync(aside, stamp)
  } catch {
    rmSync(aside, { force: true })
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Whether all that the lock file says is there already, by an `npm ci` of the user's own for example: then nothing is
 * deleted beneath programs that run, and no network is needed.
 */
function isInstalledByNpm() {
  try {
    const wanted = readJson(join(root, 'package-lock.json')).packages
    const found = readJson(npmRecord).packages
    return Object.entries(wanted).every(([path, entry]) =>
      /(^|\/)node_modules\//.test(path) ? isThere(path, entry, found[path]) : isInStep(path, entry),
    )
  } catch {
    return false
  }
}

function isThere(path, wanted, found) {
  if (found === undefined) return wanted.optional === true && !isMadeForThisMachine(wanted)
  if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false
  return existsSync(join(root, path, 'package.json'))
}

/** npm leaves out what is optional and made for other machines, and what only that needs, which names none. */
function isMadeForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false
  const isNamed = (names, own) => names === undefined || [names].flat().includes(own)
  const libcHere = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return isNamed(os, process.platform) && isNamed(cpu, process.arch) && isNamed(libc, libcHere)
}

/** Whether a workspace asks for what the lock file knows of it. */
function isInStep(path, entry) {
  const own = readJson(join(root, path, 'package.json'))
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every((kind) => {
    const names = Object.keys(own[kind] ?? {})
    const locked = entry[kind] ?? {}
    return names.length === Object.keys(locked).length && names.every((name) => own[kind][name] === locked[name])
  })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Ends with one sentence: what goes wrong here is no defect of the script. */
function giveUp(sentence, code = 1) {
  console.error(sentence)
  process.exit(code)
}

/** Takes the installation lock, from a dead owner too, or waits until another run has installed. True when it is ours. */
async function takeLock(key) {
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(join(lockFolder, 'pid'), String(process.pid))
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') giveUp(`The dependencies cannot be installed in ${root}: ${error.message}`)
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

/** Runs npm to its end. A signal to this process ends npm first: nothing goes on installing behind the next run's back. */
function runNpm(args, environment) {
  const own = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit', env: environment }
  const child =
    own !== undefined && existsSync(own)
      ? spawn(outerNode(environment), [own, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  let gotSignal = null
  const tell = (signal) => {
    gotSignal = signal
    child.kill('SIGTERM')
  }
  for (const signal of signals) process.on(signal, tell)
  watchParent(tell)
  return new Promise((done) => {
    child.on('error', (error) => giveUp(`npm could not be started: ${error.message}`))
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, tell)
      done({ code: code ?? 1, gotSignal })
    })
  })
}

async function install(key) {
  if (!(await takeLock(key))) return
  let ended
  try {
    if (isInstalled(key)) return
    console.log('Installing dependencies …')
    for (const record of [stamp, npmRecord]) rmSync(record, { force: true })
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    ended = await runNpm(args, outerEnvironment())
    if (ended.code === 0) writeStamp(key)
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
  if (ended.gotSignal !== null) process.exit(0)
  if (ended.code !== 0) {
    giveUp(`npm could not install the dependencies (exit ${ended.code}). See its message above.`, ended.code)
  }
}

const isRuntime = () => Number(process.versions.node.split('.')[0]) >= runtimeMajor

/** The parent of another process, and its name, where the system tells: on Linux. */
function describeProcess(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent }
  } catch {
    return {}
  }
}

/**
 * npm does not hand SIGTERM on, and cannot hand SIGKILL on: when npm is gone, the script is told to end as if it had
 * got the signal. npm is our parent, or, with the shell of most Linux systems, the parent of the shell in between.
 */
function watchParent(tell) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const shell = describeProcess(parent)
  const hasShell = /^(ba|da|a|z|k)?sh$/.test(shell.name ?? '')
  setInterval(() => {
    if (process.ppid !== parent || (hasShell && describeProcess(parent).parent !== shell.parent)) tell('SIGTERM')
  }, 200).unref()
}

function runOnInnerNode(script, args) {
  const inner = join(innerBin, process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(inner)) {
    giveUp(
      `This needs Node ${runtimeMajor} or newer. None is packaged for ${process.platform} ${process.arch}: ` +
        `install Node ${runtimeMajor} and run the command again (this is ${process.version}).`,
    )
  }
  // The channel carries nothing: by its end the script knows that this process was killed.
  const child = spawn(inner, [script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    shell: process.platform === 'win32',
  })
  const tell = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, tell)
  watchParent(tell)
  child.on('error', (error) => giveUp(`${inner} could not be started: ${error.message}`))
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
  // Types that were stripped are not stripped again.
  module.enableCompileCache(join(root, '.cache', 'compiled'))
  await import(pathToFileURL(script).href)
} else runOnInnerNode(script, scriptArgs)
