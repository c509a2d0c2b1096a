export const sketchWidth = 320
export const sketchHeight = 200
const margin = 34

/** Both places and the circle around the point, scaled so that all of it is on the paper. */
export const sketchPlaces = (distanceM: number, radiusM: number, bearingDeg: number) => {
  const angle = (bearingDeg * Math.PI) / 180
  const way = { x: Math.sin(angle), y: -Math.cos(angle) }
  // Far away the circle would shrink to nothing, and at its very edge the gap would: the drawing keeps both visible.
  const circle = Math.min(0.8, Math.max(0.22, radiusM / Math.max(distanceM, 1)))
  const low = { x: Math.min(-circle, way.x), y: Math.min(-circle, way.y) }
  const high = { x: Math.max(circle, way.x), y: Math.max(circle, way.y) }
  const scale = Math.min((sketchWidth - 2 * margin) / (high.x - low.x), (sketchHeight - 2 * margin) / (high.y - low.y))
  const place = (x: number, y: number) => ({
    x: sketchWidth / 2 + (x - (low.x + high.x) / 2) * scale,
    y: sketchHeight / 2 + (y - (low.y + high.y) / 2) * scale,
  })
  return { point: place(0, 0), you: place(way.x, way.y), radius: circle * scale }
}

export type MapSketchProps = {
  readonly distanceM: number
  readonly radiusM: number
  readonly label: string
  readonly pointLabel: string
  readonly youLabel: string
  /** From the point to you, clockwise from north. */
  readonly bearingDeg: number
}

const anchorFor = (x: number) => (x < 90 ? 'start' : x > sketchWidth - 90 ? 'end' : 'middle')
const labelX = (x: number) =>
  x < 90 ? Math.max(x - 12, 10) : x > sketchWidth - 90 ? Math.min(x + 12, sketchWidth - 10) : x
const labelY = (y: number, isUpper: boolean) => (isUpper ? y - 16 : y + 26)

type Label = {
  readonly at: { readonly x: number; readonly y: number }
  readonly isUpper: boolean
  readonly text: string
}

const PlaceLabel = ({ at, isUpper, text }: Label) => (
  <text
    x={labelX(at.x)}
    y={labelY(at.y, isUpper)}
    textAnchor={anchorFor(at.x)}
    strokeWidth={4}
    strokeLinejoin="round"
    className="fill-ink stroke-sunken text-sm font-semibold [paint-order:stroke]"
  >
    {text}
  </text>
)

/** North is up. */
const North = () => (
  <g aria-hidden="true" className="fill-ink-soft stroke-ink-soft">
    <path d="M22 34V18M17 24l5-6 5 6" fill="none" strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round" />
  </g>
)

/** A figure and not a map: the point, its circle, and you, without streets that it knows nothing of. */
export const MapSketch = ({ distanceM, radiusM, label, pointLabel, youLabel, bearingDeg }: MapSketchProps) => {
  const { point, you, radius } = sketchPlaces(distanceM, radiusM, bearingDeg)
  const isYouUpper = you.y <= point.y
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${sketchWidth} ${sketchHeight}`}
      direction="ltr"
      className="w-full rounded-2xl border border-line bg-sunken"
    >
      <circle cx={point.x} cy={point.y} r={radius} strokeWidth={1.5} className="fill-brand-text/15 stroke-brand-text" />
      <line
        x1={point.x}
        y1={point.y}
        x2={you.x}
        y2={you.y}
        strokeWidth={2}
        strokeDasharray="1 6"
        strokeLinecap="round"
        className="stroke-ink"
      />
      <circle cx={point.x} cy={point.y} r={7} strokeWidth={3} className="fill-brand-text stroke-card" />
      <circle cx={you.x} cy={you.y} r={15} className="fill-danger/20" />
      <circle cx={you.x} cy={you.y} r={7} strokeWidth={3} className="fill-danger stroke-card" />
      <North />
      <PlaceLabel at={point} isUpper={!isYouUpper} text={pointLabel} />
      <PlaceLabel at={you} isUpper={isYouUpper} text={youLabel} />
    </svg>
  )
}
