import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { groupAgents } from './group-agents.ts'
import { searchPlaces } from './search-places.ts'
import type { MapServices } from './services.ts'

export const mapRoutes = (services: MapServices): OperatorRoute[] => [
  route(contract.readMapSettings, async () => {
    const { tiles, attribution } = services.map
    return { tiles, attribution, has_search: services.geocoder() !== null }
  }),
  route(contract.mapAgents, ({ input }) => groupAgents(services, input)),
  route(contract.searchPlaces, ({ operator, input }) => searchPlaces(services, operator.operatorId, input.query)),
]
