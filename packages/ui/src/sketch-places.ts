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
