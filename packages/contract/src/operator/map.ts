import * as z from 'zod/mini'
import { AgentStatus } from '../agent.ts'
import { endpoint, Nothing } from '../endpoint.ts'
import { latitude, longitude, seconds, text } from '../fields.ts'
import { Money } from '../money.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

export const readMapSettings = endpoint({
  method: 'GET',
  path: '/map/settings',
  access: 'operator',
  summary: 'Where the pictures of the map come from, and whether addresses can be searched.',
  input: Nothing,
  output: z.object({
    /** With {z}, {x} and {y}. Null: the console draws an outline of the world. */
    tiles: z.nullable(z.string()),
    /** Whose map it is, to be shown on it. */
    attribution: z.string(),
    has_search: z.boolean(),
  }),
})

const AgentOnMap = z.object({
  id: z.string(),
  cash_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  status: AgentStatus,
})

export const MapGroup = z.object({
  /** The middle of its agents. */
  geo_lat: z.number(),
  geo_lon: z.number(),
  agents: z.int(),
  /** How many of them have each status. */
  statuses: z.partialRecord(AgentStatus, z.int()),
  /** Of those in the currency that was asked for; null without one. */
  float: z.nullable(Money),
  volume_today: z.nullable(Money),
  /** Where there is only one. */
  agent: z.nullable(AgentOnMap),
})
export type MapGroup = z.infer<typeof MapGroup>

export const mapAgents = endpoint({
  method: 'GET',
  path: '/map/agents',
  access: 'operator',
  summary:
    'Agents with a point inside a box, in groups by place: at most about 300 of them, each smaller the smaller the box. More than 2,000 agents in a wide box are as of the last five minutes. Without demo agents.',
  input: z.strictObject({
    south: latitude,
    west: longitude,
    north: latitude,
    east: longitude,
    status: z.optional(AgentStatus),
    /** Only agents in this currency, with the sums of their floats and of today's volume. */
    currency: z.optional(text(10)),
  }),
  output: z.object({
    list: z.array(MapGroup),
    /** How many there are in the box. */
    agents: z.int(),
    /** Who they are, where there are 50 or fewer. */
    names: z.array(AgentOnMap),
    /** When they were counted. Null: now. */
    as_of: z.nullable(seconds),
  }),
})

export const searchPlaces = endpoint({
  method: 'GET',
  path: '/map/places',
  access: 'operator',
  summary: 'Search places by their address, at the geocoder of the configuration.',
  input: z.strictObject({ query: text(200) }),
  output: z.object({
    /** False without a geocoder, and while it does not answer. */
    is_available: z.boolean(),
    list: z.array(z.object({ name: z.string(), geo_lat: latitude, geo_lon: longitude })),
  }),
  refusals: ['too_many_requests'],
})

export const mapCalls: readonly OperatorCall[] = [
  [readMapSettings, operatorRoles],
  [mapAgents, operatorRoles],
  [searchPlaces, ['support', 'risk', 'admin']],
]
