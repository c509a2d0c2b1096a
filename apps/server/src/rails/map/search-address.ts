import * as z from 'zod/mini'
import { fetchOutside } from '../../platform/http/fetch-outside.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 200_000
const MAX_PLACES = 5
const NAME_LENGTH = 200

/** Nominatim sends coordinates as text, other geocoders as numbers. */
const degrees = z.union([z.string(), z.number()])
const Found = z.array(z.object({ display_name: z.string(), lat: degrees, lon: degrees }))

/** For geocoders with the Nominatim API. */
export async function searchAddress(geocoder: string, query: string) {
  const url = geocoder.replace('{query}', () => encodeURIComponent(query))
  const headers = { accept: 'application/json', 'user-agent': 'Cashbox' }
  const { status, text } = await fetchOutside({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  if (status !== 200) throw new Error(`the geocoder answered with ${status}`)
  return Found.parse(JSON.parse(text)).flatMap(toPlace).slice(0, MAX_PLACES)
}

/** Leaves out invalid coordinates. Six decimals are about 10 cm. */
function toPlace({ display_name, lat, lon }: z.infer<typeof Found>[number]) {
  const [y, x] = [Number(lat), Number(lon)]
  if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180)) return []
  return [{ name: display_name.slice(0, NAME_LENGTH), geo_lat: y.toFixed(6), geo_lon: x.toFixed(6) }]
}
