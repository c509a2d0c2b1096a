import L from 'leaflet'
import { circleOf } from './draw-items.ts'
import { boxOf, type Spot } from './items.ts'

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
      if (!box) return
      map.fitBounds(
        [
          [box.south, box.west],
          [box.north, box.east],
        ],
        { maxZoom: 17, animate: false },
      )
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
