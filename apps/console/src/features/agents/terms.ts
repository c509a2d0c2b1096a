import { parseMinor } from '@cashbox/contract'
import { type Channel, type KnownAgent, WIDE_AREA_M } from '@cashbox/contract/operator'
import { bpOf, percentOf } from '../../platform/values/formats.ts'

type AgentPlace = Pick<KnownAgent, 'channel' | 'geo_lat' | 'geo_lon' | 'geo_area'>

export type PlaceValues = ReturnType<typeof placeValues>

type AgentTerms = Pick<KnownAgent, 'deposit_fee_bp' | 'withdraw_fee_bp' | 'max_amount' | 'daily_limit' | 'credit_line'>

export type MoneyValues = ReturnType<typeof moneyValues>

const COORDINATES = /^\s*(-?\d{1,3}\.\d+)\s*[,;\s]\s*(-?\d{1,3}\.\d+)\s*$/

interface Spot {
  readonly geo_lat: string
  readonly geo_lon: string
}

export const placeValues = ({ channel, geo_lat, geo_lon, geo_area }: AgentPlace) => ({
  channel: channel.code,
  geo_lat: geo_lat ?? '',
  geo_lon: geo_lon ?? '',
  geo_area: String(geo_area),
})

/** An empty fee is the channel's. */
const ownBpOf = (percent: string) => (percent.trim() === '' ? null : bpOf(percent))

const orNull = (text: string) => (text.trim() === '' ? null : text)

export const placeOf = ({ channel, geo_lat, geo_lon, geo_area }: PlaceValues) => ({
  channel,
  geo_lat: geo_lat.trim(),
  geo_lon: geo_lon.trim(),
  geo_area: geo_area.trim() === '' ? Number.NaN : Number(geo_area),
})

export const moneyValues = (agent: AgentTerms) => ({
  deposit_fee_bp: agent.deposit_fee_bp === null ? '' : percentOf(agent.deposit_fee_bp),
  withdraw_fee_bp: agent.withdraw_fee_bp === null ? '' : percentOf(agent.withdraw_fee_bp),
  max_amount: agent.max_amount ?? '',
  daily_limit: agent.daily_limit ?? '',
  credit_line: agent.credit_line ?? '',
})

export const moneyOf = (values: MoneyValues) => ({
  deposit_fee_bp: ownBpOf(values.deposit_fee_bp),
  withdraw_fee_bp: ownBpOf(values.withdraw_fee_bp),
  max_amount: orNull(values.max_amount),
  daily_limit: orNull(values.daily_limit),
  credit_line: orNull(values.credit_line),
})

/** As maps copy them: "41.2995, 69.2401". */
export function readCoordinates(text: string): readonly [lat: string, lon: string] | null {
  const [, lat, lon] = COORDINATES.exec(text) ?? []
  return lat === undefined || lon === undefined ? null : [lat, lon]
}

/** Clockwise from north. */
export function bearingDeg(from: Spot, to: Spot): number {
  const rad = (degrees: string) => (Number(degrees) * Math.PI) / 180
  const turn = rad(to.geo_lon) - rad(from.geo_lon)
  const [start, end] = [rad(from.geo_lat), rad(to.geo_lat)]
  const east = Math.sin(turn) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** What one operator may grant alone: up to this amount, and the fees of the channel. */
interface AloneLimits {
  readonly above: string | null
  readonly fee: Pick<Channel['present_fee'], 'deposit_fee_bp' | 'withdraw_fee_bp'> | undefined
}

/** The fields that wait for a second operator, as the server decides it. */
export function fieldsForSecond(
  agent: AgentTerms & Pick<KnownAgent, 'geo_area' | 'status'>,
  values: MoneyValues & PlaceValues,
  { above, fee }: AloneLimits,
): readonly string[] {
  const most = parseMinor(above ?? '0') ?? 0n
  const isRaised = (was: string | null, typed: string) => {
    const is = parseMinor(typed.trim())
    const before = was === null ? null : parseMinor(was)
    if (before === null) return false
    return typed.trim() === '' || (is !== null && is > before && is > most)
  }
  const isFeeRaised = (name: 'deposit_fee_bp' | 'withdraw_fee_bp') => {
    const is = ownBpOf(values[name])
    return is !== null && fee !== undefined && is > fee[name] && is > (agent[name] ?? 0)
  }
  const isNew = agent.status === 'pending' || agent.status === 'rejected'
  const isWide = Number(values.geo_area) > Math.max(isNew ? 0 : agent.geo_area, WIDE_AREA_M)
  return [
    ...(['deposit_fee_bp', 'withdraw_fee_bp'] as const).filter(isFeeRaised),
    ...(isRaised(agent.credit_line ?? '0', values.credit_line.trim() || '0') ? ['credit_line'] : []),
    ...(['max_amount', 'daily_limit'] as const).filter((name) => isRaised(agent[name], values[name])),
    ...(isWide ? ['geo_area'] : []),
  ]
}
