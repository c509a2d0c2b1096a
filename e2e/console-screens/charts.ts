import type { OutputOf } from '@cashbox/contract'
import type {
  chartNetworkVolumes,
  chartPartnerRefusals,
  chartPartnerVolumes,
  listPartnerFiles,
} from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Screen } from '../screens.ts'

const NOON = Date.UTC(2026, 10, 14, 12) / 1000
const HOUR_S = 60 * 60

/** A day with a quiet night. */
const volumes: OutputOf<typeof chartNetworkVolumes> = {
  as_of: NOON + 300,
  currency_code: 'UZS',
  currency_codes: ['UZS'],
  previous: {
    deposits: { count: 90, sum: '11250000.00', fee: '225000.00' },
    withdrawals: { count: 84, sum: '10500000.00', fee: '210000.00' },
    topups: { count: 80, sum: '10000000.00' },
  },
  points: Array.from({ length: 24 }, (_, index) => {
    const hour = (13 + index) % 24
    const count = hour < 7 ? 0 : 1 + ((hour * 5) % 9)
    const sum = `${count * 125_000}.00`
    const fee = `${count * 2500}.00`
    const part = { count, sum, fee }
    return { at: NOON - (23 - index) * HOUR_S, deposits: part, withdrawals: part, topups: { count, sum } }
  }),
}
const ofPartner: OutputOf<typeof chartPartnerVolumes> = {
  ...volumes,
  points: volumes.points.map((point, index) => ({ ...point, at: NOON - (23 - index) * 24 * HOUR_S, topups: null })),
}

const refusals: OutputOf<typeof chartPartnerRefusals> = {
  from: NOON - 24 * HOUR_S,
  list: [
    { code: 'transaction_not_found', count: 41 },
    { code: 'transaction_wrong_type', count: 17 },
    { code: 'security_code_wrong', count: 9 },
    { code: 'geo_outside', count: 1 },
  ],
}

const file = (day: number, lines: number): OutputOf<typeof listPartnerFiles>['list'][number] => ({
  day: `2026-11-${day}`,
  lines,
  size: lines * 320,
  sha256: 'c0ffee'.repeat(10).slice(0, 64),
  totals: [],
  made_at: NOON,
})
const files = { list: [file(13, 1204), file(12, 1188), file(11, 0)], next_cursor: null }

/** What a network has counted after some days. */
const counted = {
  operator: 'finance',
  answers: {
    'charts/volumes/network*': volumes,
    'charts/volumes/partners/*': ofPartner,
    'charts/refusals/partners/*': refusals,
    'partners/*/files*': files,
  },
} as const

const showTopups = async (page: Page) => {
  await page.getByRole('radio', { name: 'Top-ups' }).check()
  await page.getByRole('figure', { name: 'Top-ups' }).scrollIntoViewIfNeeded()
}

const showRefusals = async (page: Page) =>
  page.getByRole('list', { name: 'Declined confirmations' }).getByText('Outside the area').scrollIntoViewIfNeeded()

const showFiles = async (page: Page) => page.getByRole('table', { name: 'All daily files' }).scrollIntoViewIfNeeded()

const partner = { ...counted, path: '/console/partners/sandbox' } as const

export const chartScreens: readonly Screen[] = [
  { ...counted, name: 'console-today-topups', path: '/console/today?tab=charts', act: showTopups },
  { ...partner, path: `${partner.path}?tab=charts`, name: 'console-partner-refusals', act: showRefusals },
  { ...partner, path: `${partner.path}?tab=files`, name: 'console-partner-files', act: showFiles },
]
