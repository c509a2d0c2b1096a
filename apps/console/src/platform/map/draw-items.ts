import { cn } from '@cashbox/ui'
import L from 'leaflet'
import type { MapCircle, MapItem, MapMark } from './items.ts'

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
