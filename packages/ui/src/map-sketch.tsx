import { sketchHeight as height, sketchPlaces, sketchWidth as width } from './sketch-places.ts'

export type MapSketchProps = {
  readonly distanceM: number
  readonly radiusM: number
  readonly label: string
  readonly pointLabel: string
  readonly youLabel: string
  /** From the point to you, clockwise from north. */
  readonly bearingDeg?: number | undefined
}

const streets = [
  'M-10 58 140 34 330 70',
  'M-10 150 120 132 220 168 330 146',
  'M70-10 92 100 64 210',
  'M222-10 204 90 250 210',
  'M140 34 150 210',
]

const anchorFor = (x: number) => (x < 90 ? 'start' : x > width - 90 ? 'end' : 'middle')
const labelX = (x: number) => (x < 90 ? Math.max(x - 12, 10) : x > width - 90 ? Math.min(x + 12, width - 10) : x)
const labelY = (y: number, isUpper: boolean) => (isUpper ? y - 16 : y + 26)

type Place = { readonly x: number; readonly y: number }

const PlaceLabel = ({
  at,
  isUpper,
  text,
}: {
  readonly at: Place
  readonly isUpper: boolean
  readonly text: string
}) => (
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

export const MapSketch = ({ distanceM, radiusM, label, pointLabel, youLabel, bearingDeg = 60 }: MapSketchProps) => {
  const { point, you, radius } = sketchPlaces(distanceM, radiusM, bearingDeg)
  const isYouUpper = you.y <= point.y
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      direction="ltr"
      className="w-full rounded-2xl border border-line bg-sunken"
    >
      <g fill="none" strokeLinecap="round" className="stroke-card">
        {streets.map((path, index) => (
          <path key={path} d={path} strokeWidth={index < 2 ? 9 : 6} />
        ))}
      </g>
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
      <PlaceLabel at={point} isUpper={!isYouUpper} text={pointLabel} />
      <PlaceLabel at={you} isUpper={isYouUpper} text={youLabel} />
    </svg>
  )
}
