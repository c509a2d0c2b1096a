import './map.css'
import { Callout, cn, Skeleton } from '@cashbox/ui'
import L from 'leaflet'
import { MapPinOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { textAt } from '../language/language.ts'
import { formatList } from '../values/formats.ts'
import { addBaseLayer, type MapSource } from './base-layer.ts'
import { type Box, boxOf, type MapCircle, type MapItem, type MapMark, type Spot } from './items.ts'
import { formatDistance, useNeighbours } from './neighbours.ts'
import { useMapSettings } from './settings.ts'

export interface View {
  readonly box: Box
  readonly zoom: number
}

export interface MapViewProps {
  readonly label: string
  readonly items: readonly MapItem[]
  /** The map fits all items at first, and again when this key changes. */
  readonly fitKey?: string | undefined
  /** The box that the map shows after that. */
  readonly shown?: Box | null | undefined
  /** Of an overview: fitted at first in place of the items, to a city or a country instead of a street. Null until it is known. */
  readonly overview?: Box | null | undefined
  readonly onMove?: ((view: View) => void) | undefined
  readonly edited?: EditedCircle | undefined
  readonly className?: string | undefined
}

const WORLD: L.LatLngBoundsLiteral = [
  [-60, -170],
  [75, 180],
]
/** The closest zoom when fitting: a street, a city, or a country if there is only the outline. */
const STREET_ZOOM = 16
const CITY_ZOOM = 12
const OUTLINE_ZOOM = 5
/** From here on an outline of the world has nothing to show. */
const NEAR_ZOOM = 9

export function MapView(props: MapViewProps) {
  const { data } = useMapSettings()
  return data ? <Drawn {...props} source={data} /> : <Skeleton className={props.className ?? 'h-80'} />
}

function Drawn({ source, ...props }: MapViewProps & { source: MapSource }) {
  const { label, shown, overview, onMove, edited, className = 'h-80' } = props
  const { map, place, isTroubled } = useMap(source, { zoomIn: textAt('map.zoom_in'), zoomOut: textAt('map.zoom_out') })
  useItems(map, props, overview === undefined ? STREET_ZOOM : source.tiles === null ? OUTLINE_ZOOM : CITY_ZOOM)
  useEffect(() => {
    if (map && shown) show(map, shown, STREET_ZOOM)
  }, [map, shown])
  const [view, setView] = useState<View | null>(null)
  const isNear = source.tiles === null && overview === undefined && view !== null && view.zoom >= NEAR_ZOOM
  const { marks, nearest } = useNeighbours(isNear ? view.box : null)
  useMoves(map, onMove ?? setView)
  useNeighbourLayer(map, marks)
  useEdited(map, edited)
  return (
    <div className="grid min-w-0 gap-2">
      {isTroubled && (
        <Callout tone="warning" icon={<MapPinOff aria-hidden />} title={textAt('map.no_tiles')}>
          {textAt('map.no_tiles_text')}
        </Callout>
      )}
      {/* Its own stacking context, so that no part of the map covers a menu of the page. */}
      <div
        ref={place}
        role="group"
        aria-label={label}
        dir="ltr"
        className={`isolate overflow-hidden rounded-2xl border border-line ${className}`}
      />
      {nearest.length > 0 && (
        <p className="text-sm">
          {textAt('map.nearest', {
            names: formatList(nearest.map(({ name, metres }) => `${name} (${formatDistance(metres)})`)),
          })}
        </p>
      )}
      {source.tiles === null && <p className="text-sm text-ink-soft">{textAt('map.no_base')}</p>}
    </div>
  )
}

const boundsOf = ({ south, west, north, east }: Box) => L.latLngBounds([south, west], [north, east])

const show = (map: L.Map, box: Box, maxZoom: number) =>
  map.fitBounds(boundsOf(box), { maxZoom, padding: [30, 30], animate: false })

function useMap(source: MapSource, { zoomIn, zoomOut }: { readonly zoomIn: string; readonly zoomOut: string }) {
  const [map, setMap] = useState<L.Map | null>(null)
  const [isTroubled, setTroubled] = useState(false)
  const place = useCallback(
    (element: HTMLDivElement) => {
      const opened = L.map(element, { zoomControl: false, minZoom: 1, maxZoom: 19, worldCopyJump: true })
      opened.attributionControl.setPrefix(false)
      L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(opened)
      L.control.scale({ imperial: false }).addTo(opened)
      opened.fitBounds(WORLD)
      addBaseLayer(opened, source, () => setTroubled(true))
      setMap(opened)
      return () => {
        setMap(null)
        opened.remove()
      }
    },
    [source, zoomIn, zoomOut],
  )
  return { map, place, isTroubled }
}

/** Draws the items, and fits the map to them once for each key. */
function useItems(map: L.Map | null, { items, overview, fitKey = '' }: MapViewProps, nearest: number) {
  const drawn = useRef<{ readonly map: L.Map; readonly layer: L.LayerGroup; fitKey: string | null } | null>(null)
  useEffect(() => {
    if (!map) return
    if (drawn.current?.map !== map) drawn.current = { map, layer: L.layerGroup().addTo(map), fitKey: null }
    drawItems(drawn.current.layer, items)
    const box = overview === undefined ? boxOf(items) : overview
    if (!box || drawn.current.fitKey === fitKey) return
    drawn.current.fitKey = fitKey
    show(map, box, nearest)
  }, [map, items, overview, fitKey, nearest])
}

function useMoves(map: L.Map | null, onMove: MapViewProps['onMove']) {
  useEffect(() => {
    const moved = () => map && onMove?.({ box: visibleBox(map), zoom: map.getZoom() })
    map?.on('moveend', moved)
    moved()
    return () => {
      map?.off('moveend', moved)
    }
  }, [map, onMove])
}

function useNeighbourLayer(map: L.Map | null, marks: readonly MapMark[]) {
  useEffect(() => {
    if (!map) return undefined
    const layer = L.layerGroup().addTo(map)
    drawItems(layer, marks)
    return () => void layer.remove()
  }, [map, marks])
}

function visibleBox(map: L.Map): Box {
  const bounds = map.getBounds()
  const within = (value: number, limit: number) => Number(Math.min(limit, Math.max(-limit, value)).toFixed(5))
  return {
    south: within(bounds.getSouth(), 90),
    north: within(bounds.getNorth(), 90),
    west: within(bounds.getWest(), 180),
    east: within(bounds.getEast(), 180),
  }
}

function useEdited(map: L.Map | null, edited: EditedCircle | undefined) {
  const editor = useRef<{ readonly map: L.Map; readonly update: (next: EditedCircle) => void } | null>(null)
  useEffect(() => {
    if (!map || !edited) return
    if (editor.current?.map !== map) editor.current = { map, ...editCircle(map, edited) }
    editor.current.update(edited)
  }, [map, edited])
}

export interface EditedCircle extends Spot {
  readonly radiusM: number
  readonly moveLabel: string
  readonly resizeLabel: string
  readonly onChange: (circle: Spot & { readonly radiusM: number }) => void
}

const LEAST_RADIUS_M = 10

/** The handle in the middle moves the circle, the one at the edge resizes it. */
export function editCircle(map: L.Map, first: EditedCircle) {
  let edited = first
  const shape = circleOf({ ...first, tone: 'main' }).addTo(map)
  const middle = handle(map, edited.moveLabel, 'rounded-full')
  const edge = handle(map, edited.resizeLabel, 'rounded-md')
  const placeEdge = () => edge.setLatLng([shape.getLatLng().lat, shape.getBounds().getEast()])
  const tell = () => {
    const { lat, lng } = shape.getLatLng()
    edited.onChange({ lat, lon: lng, radiusM: Math.round(shape.getRadius()) })
  }
  middle.on('drag', () => {
    shape.setLatLng(middle.getLatLng())
    placeEdge()
  })
  edge.on('drag', () => {
    shape.setRadius(Math.max(LEAST_RADIUS_M, map.distance(shape.getLatLng(), edge.getLatLng())))
  })
  edge.on('dragend', placeEdge)
  for (const one of [middle, edge]) one.on('dragend', tell)

  return {
    /** Follows typed numbers. The map moves only when the circle has left it. */
    update(next: EditedCircle) {
      edited = next
      shape.setLatLng([next.lat, next.lon])
      shape.setRadius(Math.max(0, next.radiusM))
      middle.setLatLng([next.lat, next.lon])
      placeEdge()
      if (map.getBounds().contains(shape.getBounds()) && map.getZoom() > 8) return
      const box = boxOf([
        { kind: 'circle', key: '', tone: 'main', ...next, radiusM: Math.max(200, next.radiusM * 1.5) },
      ])
      if (box) map.fitBounds(boundsOf(box), { maxZoom: 17, animate: false })
    },
  }
}

function handle(map: L.Map, label: string, shape: string) {
  const face = document.createElement('span')
  face.className = `absolute top-1/2 left-1/2 size-5 -translate-1/2 border-2 border-card bg-brand-text ${shape}`
  const marker = L.marker([0, 0], {
    icon: L.divIcon({ html: face, className: 'cursor-move', iconSize: [44, 44] }),
    draggable: true,
    // The fields beside the map are for the keyboard.
    keyboard: false,
    title: label,
  })
  return marker.addTo(map)
}

const tones: Record<MapMark['tone'], string> = {
  main: 'bg-brand text-brand-ink border-card',
  danger: 'bg-danger text-danger-ink border-card',
  quiet: 'bg-ink-soft text-paper border-card',
}

export function drawItems(layer: L.LayerGroup, items: readonly MapItem[]) {
  layer.clearLayers()
  for (const item of items) layer.addLayer(item.kind === 'circle' ? circleOf(item) : markOf(item))
}

export const circleOf = ({ lat, lon, radiusM, tone, isHollow = false }: Omit<MapCircle, 'kind' | 'key'>) =>
  L.circle([lat, lon], {
    radius: radiusM,
    className: `map-shape-${tone}`,
    weight: 1.5,
    fillOpacity: isHollow ? 0 : 0.12,
    interactive: false,
  })

function markOf({ lat, lon, text, label, tone, onPress }: MapMark) {
  const face = document.createElement('span')
  face.textContent = text ?? ''
  face.className = cn(
    'absolute top-1/2 left-1/2 flex -translate-1/2 items-center justify-center rounded-full border-2 text-sm font-semibold whitespace-nowrap',
    text === undefined ? 'size-4' : 'min-h-9 min-w-9 px-2',
    tones[tone],
  )
  const isPressed = onPress !== undefined
  const mark = L.marker([lat, lon], {
    icon: L.divIcon({ html: face, className: '', iconSize: [44, 44] }),
    title: label,
    keyboard: isPressed,
    interactive: isPressed,
  })
  mark.on('add', () => {
    const element = mark.getElement()
    element?.setAttribute('aria-label', label)
    if (!isPressed) element?.setAttribute('role', 'img')
  })
  if (onPress) mark.on('click', onPress)
  return mark
}
