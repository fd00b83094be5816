import type { Call } from './call.ts'
import * as calls from './calls.ts'

/** Every call of the contract, once. */
export const allCalls: readonly Call[] = /* @__PURE__ */ Object.values(calls)
