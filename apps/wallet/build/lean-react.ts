// Leaves out of React what this app has no use for: a fifth of the first load (decision 40). React's own file is one
// closure that no bundler can shake, because what draws could meet any of it.
import type { Plugin } from 'vite'

/** What stands in place of a function, and the functions, of one of React's files. */
interface Cuts {
  readonly file: string
  /** Reached only by what this app does not use: to be told so is better than to draw wrongly. */
  readonly never?: readonly string[]
  /** Reached by everything, and finds nothing to do in this app. */
  readonly idle?: readonly string[]
  /** Answers one thing in this app. */
  readonly answers?: Readonly<Record<string, string>>
  /** Statements that begin so: what is handed out to whoever asks for it. */
  readonly statements?: readonly string[]
}

/** What a renderer for a server's page is for: nothing here was drawn by a server. */
const hydration = [
  'attemptExplicitHydrationTarget',
  'canHydrateInstance',
  'clearHydrationBoundary',
  'getNextHydratable',
  'getNextHydratableInstanceAfterHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'queueIfContinuousEvent',
  'registerSuspenseInstanceRetry',
  'replayUnblockedEvents',
  'retryIfBlockedOn',
  'scheduleReplayQueueIfNeeded',
  'updateDehydratedSuspenseComponent',
]

/** Below `<ViewTransition>`. */
const viewTransitions = [
  'applyViewTransitionToHostInstances',
  'commitAfterMutationEffectsOnFiber',
  'createViewTransitionInstance',
  'flushAfterMutationEffects',
  'getViewTransitionClassName',
  'getViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'startViewTransition',
]

/** Of `<link>`, `<style>`, `<script>` and `<meta>` that are drawn, and of `preload` and its like. */
const resources = [
  'acquireResource',
  'getHydratableHoistableCache',
  'getResource',
  'mountHoistable',
  'preconnectAs',
  'prefetchDNS',
  'preinitModuleScript',
  'preinitScript',
  'preinitStyle',
  'preload',
  'preloadModule',
  'suspendResource',
]

const others = [
  // useActionState
  'mountActionState',
  'rerenderActionState',
  'updateActionState',
  // <Activity>, <SuspenseList>, elements of one's own
  'mountActivityChildren',
  'updateActivityComponent',
  'updateSuspenseListComponent',
  'setPropOnCustomElement',
]

export const cutsOfReact: readonly Cuts[] = [
  {
    file: 'react-dom/cjs/react-dom-client.production.js',
    never: [...hydration, ...viewTransitions, ...resources, ...others],
    idle: [
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'trackEnterViewTransitions',
    ],
    answers: {
      // The stack of components, which nobody here reads.
      describeNativeComponentFrame: '""',
      isHostHoistableType: '!1',
    },
    statements: [
      'exports.hydrateRoot = function',
      'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration = function',
      // Refs to fragments.
      ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'focus', 'focusLast', 'blur', 'observeUsing'],
      ...['unobserveUsing', 'getClientRects', 'getRootNode', 'compareDocumentPosition', 'scrollIntoView'],
    ].map((name) => (name.includes(' ') ? name : `FragmentInstance.prototype.${name} = function`)),
  },
  {
    file: 'react-dom/cjs/react-dom.production.js',
    statements: [
      ...['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule', 'requestFormReset'],
      ...['useFormState', 'useFormStatus', 'unstable_batchedUpdates'],
    ].map((name) => `exports.${name} = function`),
  },
]

/** A function of the file's own, from its name to the brace that closes it. */
function functionOf(code: string, name: string): string {
  return found(code, `function ${name}(`, '\n}\n')
}

function found(code: string, start: string, end: string): string {
  const from = code.indexOf(`\n${start}`) + 1
  const to = code.indexOf(end, from)
  if (from === 0 || to < 0) throw new Error(`React has no "${start}" any more: see build/lean-react.ts`)
  return code.slice(from, to + end.length)
}

/** Nothing is drawn over a server's page: React's question whether it does so has one answer. */
function withoutHydrating(code: string): string {
  const functions = code.split(/^(?=function )/m)
  const answered = functions.map((one) =>
    // One of them takes the answer as a value of its own.
    /^function \w+\([^)]*\bisHydrating\b/.test(one) ? one : one.replaceAll(/\bisHydrating\b(?! =|\$)/g, '!1'),
  )
  return answered.join('').replaceAll('isHydrating = !0', 'isHydrating = !1')
}

/** One of React's files without its cuts. Throws when there is nothing to cut: it is another React then. */
export function cutReact(code: string, { never = [], idle = [], answers = {}, statements = [] }: Cuts): string {
  let rest = never.length === 0 ? code : withoutHydrating(code)
  const put = (name: string, body: string): void => {
    rest = rest.replace(functionOf(rest, name), () => `function ${name}() {${body}}\n`)
  }
  for (const name of never) put(name, 'leftOut()')
  for (const name of idle) put(name, '')
  for (const [name, answer] of Object.entries(answers)) put(name, `return ${answer}`)
  for (const start of statements) rest = rest.replace(found(rest, start, '\n};\n'), '')
  return never.length === 0 ? rest : `${rest}\nfunction leftOut() { throw Error("left out of React") }\n`
}

/** Modules that a library takes in for what this app does not ask of it: pages that grow, and changes (`useSending`). */
export const leftOutOfQueries: Readonly<Record<string, string>> = {
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js':
    'export const [infiniteQueryBehavior, hasNextPage, hasPreviousPage] = []',
  '@tanstack/query-core/build/modern/mutationCache.js':
    'export class MutationCache { resumePausedMutations() { return Promise.resolve() } clear() {} }',
}

/** Vite's part of it, for what is built. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [, file = ''] = id.replaceAll('\\', '/').split('/node_modules/')
      const cuts = cutsOfReact.find((one) => one.file === file)
      const lean = cuts === undefined ? leftOutOfQueries[file] : cutReact(code, cuts)
      return lean === undefined ? undefined : { code: lean, map: null }
    },
  }
}
