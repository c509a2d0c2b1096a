import { ink } from '@cashbox/contract/app-page'
import { useMemo } from 'react'
import { encode } from 'uqr'

// The quiet zone that the QR standard asks for, in modules.
const quietZone = 4

/** The dark modules as a path, for an SVG or a canvas. */
export const qrPath = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}

/** Dark on white in both themes: many scanners refuse inverted codes. */
export const QrCode = ({ text, label, size: width = 200 }: { text: string; label: string; size?: number }) => {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="max-w-full rounded-2xl border border-line"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill={ink.light} />
    </svg>
  )
}
