import * as z from 'zod/mini'
import { AgentStatus } from '../agent/agent.ts'
import { cashId, latitude, longitude, text } from '../fields.ts'
import { Money } from '../money.ts'
import { operatorCall, operatorRoles } from './roles.ts'

export const readMapSettings = operatorCall('GET /map/settings', operatorRoles, {
  summary: 'Where the pictures of the map come from, and whether addresses can be searched.',
  output: z.object({
    /** With {z}, {x} and {y}. Null: the console draws an outline of the world. */
    tiles: z.nullable(z.string()),
    /** Whose map it is, to be shown on it. */
    attribution: z.string(),
    has_search: z.boolean(),
  }),
})

export const mapAgents = operatorCall('GET /map/agents', operatorRoles, {
  summary:
    'Agents with a point, without demo agents: one array for each field, in the same order. At most 20,000 in an answer; `next` is the cursor of the next one.',
  input: z.strictObject({
    status: z.optional(AgentStatus),
    /** Only agents in this currency, with their float and today's volume. */
    currency: z.optional(text(10)),
    cursor: z.optional(cashId),
  }),
  output: z.object({
    id: z.array(z.string()),
    name: z.array(z.string()),
    status: z.array(AgentStatus),
    lat: z.array(z.number()),
    lon: z.array(z.number()),
    /** Null without a currency. */
    float: z.nullable(z.array(Money)),
    volume_today: z.nullable(z.array(Money)),
    /** Null: these are the last. */
    next: z.nullable(z.string()),
  }),
})

export const searchPlaces = operatorCall('GET /map/places', ['support', 'risk', 'admin'], {
  summary: 'Search places by their address, at the geocoder of the configuration.',
  input: z.strictObject({ query: text(200) }),
  output: z.object({
    /** False without a geocoder, and while it does not answer. */
    is_available: z.boolean(),
    list: z.array(z.object({ name: z.string(), geo_lat: latitude, geo_lon: longitude })),
  }),
  refusals: ['too_many_requests'],
})
