import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(call: string, method: string, status: number, durationMs: number): void
  /** The metrics in Prometheus' text form. */
  text(): Promise<string>
  contentType: string
}

/** Counts and times of calls; `ofProcess` adds memory, processor and event loop of this process. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'krapao_http_request_duration_seconds',
    help: 'How long calls took, by call, method and status',
    labelNames: ['call', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return {
    observe(call, method, status, durationMs) {
      durations.observe({ call, method, status: String(status) }, durationMs / 1000)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
