import type { OutputOf } from '@cashbox/contract'
import type { searchPlaces as call } from '@cashbox/contract/operator'
import { searchAddress } from '../../../rails/map/search-address.ts'
import type { MapServices } from './services.ts'

/** A geocoder that is away, slow or strange leaves operators with the numbers. */
export async function searchPlaces(
  { geocoder, limits, onError }: MapServices,
  operatorId: string,
  query: string,
): Promise<OutputOf<typeof call>> {
  const url = geocoder()
  if (url === null) return { is_available: false, list: [] }
  await limits.spend('place-account', operatorId)
  try {
    return { is_available: true, list: await searchAddress(url, query) }
  } catch (error) {
    onError(error)
    return { is_available: false, list: [] }
  }
}
