import { encode } from 'uqr'
import { type Html, html } from '../page/html.ts'

// The quiet zone that the QR standard asks for, in modules.
const QUIET_ZONE = 4

/** Dark on white in both themes: many scanners refuse inverted codes. */
export function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" aria-label="QR code of ${text}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="${size}" height="${size}" fill="#ffffff"/><path d="${dark.join('')}" fill="#14202b"/>
  </svg>`
}
