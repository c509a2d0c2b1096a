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
  addGrid(map)
}

const GRID_FROM_ZOOM = 9
const LEAST_CELL_PX = 60
const GRID_M = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
const METRES_A_DEGREE = 111_320

/** Where the outline has nothing to show, lines with a round distance between them, and a control that says which. */
function addGrid(map: L.Map) {
  const lines = L.layerGroup().addTo(map)
  const legend = new L.Control({ position: 'bottomright' })
  const text = document.createElement('div')
  text.className = 'leaflet-control-attribution'
  legend.onAdd = () => text
  legend.addTo(map)
  const draw = () => {
    lines.clearLayers()
    text.textContent = ''
    if (map.getZoom() < GRID_FROM_ZOOM) return
    const bounds = map.getBounds()
    const width = Math.cos((map.getCenter().lat * Math.PI) / 180)
    const metresPerPx = ((bounds.getEast() - bounds.getWest()) * METRES_A_DEGREE * width) / map.getSize().x
    const cell = GRID_M.find((metres) => metres / metresPerPx >= LEAST_CELL_PX)
    if (cell === undefined) return
    text.textContent = cell < 1000 ? `# ${cell} m` : `# ${cell / 1000} km`
    const style = { className: 'map-grid', weight: 1, interactive: false }
    const between = (from: number, to: number, step: number) =>
      Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, index) => (Math.floor(from / step) + index) * step)
    const [down, across] = [cell / METRES_A_DEGREE, cell / (METRES_A_DEGREE * width)]
    const line = (from: L.LatLngTuple, to: L.LatLngTuple) => lines.addLayer(L.polyline([from, to], style))
    const [south, north, west, east] = [bounds.getSouth(), bounds.getNorth(), bounds.getWest(), bounds.getEast()]
    for (const lat of between(south, north, down)) line([lat, west], [lat, east])
    for (const lon of between(west, east, across)) line([south, lon], [north, lon])
  }
  map.on('moveend', draw)
  map.on('unload', () => map.off('moveend', draw))
  draw()
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
