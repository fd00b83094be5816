import type { Call } from './call.ts'
import * as desk from './desk.ts'

/** Every call of the support desk, once. None of them is a call of the wallet's API. */
export const deskCalls: readonly Call[] = /* @__PURE__ */ Object.values(desk)
