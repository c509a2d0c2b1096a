import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What an operator's monitoring reads at /metrics. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'cashbox_http_request_seconds',
      help: 'Time from request to answer.',
      labelNames: ['method', 'path', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    confirmations: new Counter({
      name: 'cashbox_confirmations_total',
      help: 'Confirmations judged, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    groupSize: new Histogram({
      name: 'cashbox_confirmation_group_size',
      help: 'Confirmations written by one commit.',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers: [registry],
    }),
    watchAge: new Gauge({
      name: 'cashbox_tron_watch_age_seconds',
      help: 'Since the feed of Tron transfers was last read without an error, by pass.',
      labelNames: ['pass'],
      registers: [registry],
    }),
    otherTokens: new Gauge({
      name: 'cashbox_tron_other_tokens',
      help: 'Transfers of worthless tokens to our Tron addresses that were listed today (UTC).',
      registers: [registry],
    }),
    topupsWaiting: new Gauge({
      name: 'cashbox_topups_waiting',
      help: 'Top-ups that are on the way or held, by rail and state.',
      labelNames: ['rail', 'state'],
      registers: [registry],
    }),
  }
}
