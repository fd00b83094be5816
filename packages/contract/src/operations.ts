import * as v from 'valibot'
import type { Call } from './call.ts'
import { defineCall } from './call.ts'

/** What operators and machines ask of a server process; these never touch a member's data. */
export const operationCalls: readonly Call[] = [
  defineCall({
    name: 'health',
    method: 'GET',
    path: '/health',
    caller: 'anybody',
    summary: 'The process is up',
    answer: v.looseObject({}),
  }),
  defineCall({
    name: 'ready',
    method: 'GET',
    path: '/ready',
    caller: 'anybody',
    summary: 'The database answers and its migrations are done; 503 until then',
    answer: v.looseObject({}),
  }),
  defineCall({
    name: 'metrics',
    method: 'GET',
    path: '/metrics',
    caller: 'anybody',
    summary: 'Figures for Prometheus, on loopback or with a key',
    answerType: 'text/plain',
    answer: v.string(),
  }),
  defineCall({
    name: 'openApi',
    method: 'GET',
    path: '/api/openapi.json',
    caller: 'anybody',
    summary: 'This document',
    answer: v.looseObject({}),
  }),
]
