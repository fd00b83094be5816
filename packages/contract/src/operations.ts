import * as v from 'valibot'
import type { Call } from './call.ts'
import { openCall } from './call.ts'

/** What operators and machines ask of a server process; these never touch a member's data. */
export const operationCalls: readonly Call[] = [
  openCall('health', 'GET /health', {
    summary: 'The process is up',
    answer: v.looseObject({}),
  }),
  openCall('ready', 'GET /ready', {
    summary: 'The database answers and its migrations are done; 503 until then',
    answer: v.looseObject({}),
  }),
  openCall('metrics', 'GET /metrics', {
    summary: 'Figures for Prometheus, on loopback or with a key',
    answerType: 'text/plain',
    answer: v.string(),
  }),
  openCall('openApi', 'GET /api/openapi.json', {
    summary: 'This document',
    answer: v.looseObject({}),
  }),
]
