import { collectDefaultMetrics, Gauge as PrometheusGauge, Histogram, Registry } from 'prom-client'

/** A value, or one for each word of a label, that is read whenever somebody looks. */
export interface Gauge {
  name: string
  help: string
  /** Null: there is one value, under the empty word. */
  label: string | null
  read(): Promise<Readonly<Record<string, number>>>
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts and times of calls; `ofProcess` adds memory, processor and event loop of this process. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }) {
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
    /** Adds a gauge. One that cannot be read is left out of what is shown. */
    add({ name, help, label, read }: Gauge): void {
      const gauge = new PrometheusGauge({
        name,
        help,
        labelNames: label === null ? [] : [label],
        registers: [registry],
        async collect() {
          const values = await read().catch(() => ({}))
          // A gauge without a label would be shown as zero when it has no value.
          if (label !== null) gauge.reset()
          else gauge.remove()
          for (const [word, value] of Object.entries(values)) gauge.set(label === null ? {} : { [label]: word }, value)
        },
      })
    },
    observe(call: string, method: string, status: number, durationMs: number): void {
      durations.observe({ call, method, status: String(status) }, durationMs / 1000)
    },
    /** The metrics in Prometheus' text form. */
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  }
}
