import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(network: string) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] })
  gauge('cashbox_network_info', 'Always 1, with the name of the network.', 'network').set({ network }, 1)
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
    replicaReads: new Counter({
      name: 'cashbox_replica_reads_total',
      help: 'Reads for operators by where they were made: the replica, or the primary because the replica was behind or away.',
      labelNames: ['from'],
      registers: [registry],
    }),
    watchAge: gauge(
      'cashbox_tron_watch_age_seconds',
      'Since the feed of Tron transfers was last read without an error, by pass.',
      'pass',
    ),
    otherTokens: gauge(
      'cashbox_tron_other_tokens',
      'Transfers of worthless tokens to our Tron addresses that were listed today (UTC).',
    ),
    smallWaiting: gauge(
      'cashbox_tron_small_waiting',
      'Transfers below the minimum deposit whose receipts have not been looked at to their end.',
    ),
    topupsWaiting: gauge(
      'cashbox_topups_waiting',
      'Top-ups that are on the way or held, by rail and state.',
      'rail',
      'state',
    ),
    topupsOldest: gauge(
      'cashbox_topups_oldest_seconds',
      'Age of the oldest top-up that waits, by coin and state.',
      'coin',
      'state',
    ),
    alert: gauge('cashbox_alert', '1 while an alert of the kind is open, else 0.', 'kind', 'severity'),
    databaseUp: gauge('cashbox_database_up', '1 when the database answered this scrape, else 0.'),
    connections: gauge(
      'cashbox_database_connections',
      'Connections of this process to the database, by state, and calls that wait for one.',
      'state',
    ),
    jobs: gauge('cashbox_jobs', 'Background jobs that are due or were given up, by kind and state.', 'kind', 'state'),
    jobsLate: gauge(
      'cashbox_jobs_late_seconds',
      'How long the oldest due job has waited, or the oldest confirmation for the risk scan.',
    ),
    webhookEvents: gauge(
      'cashbox_webhook_events_waiting',
      'Events that were not delivered yet, counted up to 10,000, by partner.',
      'partner',
    ),
    webhookOldest: gauge(
      'cashbox_webhook_oldest_seconds',
      'Age of the oldest undelivered event, by partner.',
      'partner',
    ),
    webhookFailures: gauge('cashbox_webhook_failures', 'Failed attempts in a row, by partner.', 'partner'),
    partnerBalance: gauge(
      'cashbox_partner_balance',
      'What the network holds for a partner; negative if the partner owes it. By currency.',
      'partner',
      'currency',
    ),
    partnerReserved: gauge(
      'cashbox_partner_reserved',
      'What open withdrawals of a partner reserve, by currency.',
      'partner',
      'currency',
    ),
    partnerLeft: gauge(
      'cashbox_partner_cover_left',
      'What a partner can still open withdrawals for, by currency. None without a limit.',
      'partner',
      'currency',
    ),
    verificationAge: gauge('cashbox_verification_age_seconds', 'Since the books were last checked to the end.'),
    backupAge: gauge('cashbox_backup_age_seconds', 'Since the state that the last back-up has.'),
    verificationFailed: gauge('cashbox_verification_failed_checks', 'Checks of the books that failed the last time.'),
    totalsAge: gauge('cashbox_totals_age_seconds', 'Since the network was last counted.'),
    rateAge: gauge('cashbox_rate_age_seconds', 'Age of each rate.', 'coin', 'currency', 'source'),
    belowZero: gauge('cashbox_agents_below_zero', 'Agents with a negative balance, by currency.', 'currency'),
    destinationsFailing: gauge('cashbox_alert_destinations_failing', 'Destinations of alerts that can not be reached.'),
  }
}
