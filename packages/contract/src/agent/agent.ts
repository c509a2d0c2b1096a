import * as z from 'zod/mini'
import { latitude, longitude } from '../fields.ts'
import { Money } from '../money.ts'

export const agentStatuses = ['approved', 'pending', 'suspended', 'rejected', 'blocked'] as const
export const AgentStatus = z.enum(agentStatuses)
export type AgentStatus = z.infer<typeof AgentStatus>

/** Closes history and statistics. */
export const hasBlock = (status: AgentStatus) => status === 'pending' || status === 'rejected' || status === 'blocked'

/** Confirming moves cash over a counter: only an approved agent may. */
export const mayConfirm = (status: AgentStatus) => status === 'approved'

/** The agent as their own app sees them. */
export const User = z.object({
  status: AgentStatus,
  note: z.nullable(z.string()),
  channel: z.object({ balance: Money, currency_code: z.string() }),
  is_demo: z.boolean(),
  is_email_verified: z.boolean(),
  has_block: z.boolean(),
  cash_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  messenger: z.nullable(z.string()),
  messenger_id: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  city: z.nullable(z.string()),
  street: z.nullable(z.string()),
  geo_lat: z.nullable(latitude),
  geo_lon: z.nullable(longitude),
  /** Metres. */
  geo_area: z.int(),
  timezone: z.string(),
})
export type User = z.infer<typeof User>

const EARTH_RADIUS_M = 6371000

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres. */
export function distanceM(from: Point, to: Point): number {
  const h =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  // Rounding can lift h just above 1 at the antipodes.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
