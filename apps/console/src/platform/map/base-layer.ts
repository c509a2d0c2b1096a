import { logFailure } from '@cashbox/client/log'
import L from 'leaflet'

export interface MapSource {
  readonly tiles: string | null
  readonly attribution: string
}

/** Some tiles are always missing at the edge of a map; at this many, the outline is drawn. */
const MISSING_ALLOWED = 3
const NAMES_FROM_ZOOM = 4
const LETTER_PX = 9

/** Tiles of the configured server or, without one or when they fail, an outline of the world. */
export function addBaseLayer(map: L.Map, { tiles, attribution }: MapSource, onTrouble: () => void) {
  const outline = () =>
    void addOutline(map).catch((error: unknown) => logFailure('the outline of the map did not come', error))
  if (tiles === null) {
    outline()
    return
  }
  let missing = 0
  const layer = L.tileLayer(tiles, { attribution: asHtml(attribution), maxZoom: 19 })
  layer.on('tileerror', () => {
    missing += 1
    if (missing !== MISSING_ALLOWED) return
    outline()
    onTrouble()
  })
  layer.addTo(map)
}

/** Fetched when it is needed. */
async function addOutline(map: L.Map) {
  let isRemoved = false
  map.once('unload', () => {
    isRemoved = true
  })
  const { outlineOf } = await import('./world-outline.ts')
  if (isRemoved) return
  const outline = outlineOf().addTo(map)
  outline.bringToBack()
  const chooseNames = () => outline.eachLayer((country) => showName(map, country as L.Polygon))
  map.on('zoomend', chooseNames)
  chooseNames()
}

/** Hides names that would overlap: at a low zoom, and where a country is narrower than its name. */
function showName(map: L.Map, country: L.Polygon) {
  const bounds = country.getBounds()
  const width = map.latLngToLayerPoint(bounds.getSouthEast()).x - map.latLngToLayerPoint(bounds.getNorthWest()).x
  const name = country.getTooltip()
  const text = name?.getContent()
  const letters = typeof text === 'string' ? text.length : 0
  const hasRoom = map.getZoom() >= NAMES_FROM_ZOOM && width >= letters * LETTER_PX
  name?.getElement()?.classList.toggle('map-name-shown', hasRoom)
}

/** Leaflet treats the text as HTML. */
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
