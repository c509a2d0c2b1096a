export interface Spot {
  readonly lat: number
  readonly lon: number
}

export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface MapCircle extends Spot {
  readonly kind: 'circle'
  readonly key: string
  readonly radiusM: number
  readonly tone: 'main' | 'danger'
  /** Outline only, so that items inside stay visible. */
  readonly isHollow?: boolean
}

export interface MapMark extends Spot {
  readonly kind: 'mark'
  readonly key: string
  readonly text?: string
  /** For screen readers, and as a tooltip. */
  readonly label: string
  readonly tone: 'main' | 'danger' | 'quiet'
  readonly onPress?: () => void
}

export type MapItem = MapCircle | MapMark

export const METRES_A_DEGREE = 111_320

/** Null for no items. */
export function boxOf(items: readonly MapItem[]): Box | null {
  if (items.length === 0) return null
  const reach = items.map((item) => {
    const metres = item.kind === 'circle' ? item.radiusM : 0
    const height = metres / METRES_A_DEGREE
    const width = height / Math.max(0.05, Math.cos((item.lat * Math.PI) / 180))
    return { ...item, height, width }
  })
  return {
    south: Math.max(-90, Math.min(...reach.map(({ lat, height }) => lat - height))),
    north: Math.min(90, Math.max(...reach.map(({ lat, height }) => lat + height))),
    west: Math.max(-180, Math.min(...reach.map(({ lon, width }) => lon - width))),
    east: Math.min(180, Math.max(...reach.map(({ lon, width }) => lon + width))),
  }
}
