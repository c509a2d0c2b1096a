import { useRef, useState } from 'react'
import { coordinateText, currentPosition, type Position } from '../../platform/location/location.ts'

/** An agent may leave the browser's question unanswered, and then no answer ever comes. */
const PATIENCE_MS = 15_000

interface PointFields {
  readonly geo_lat?: string
  readonly geo_lon?: string
}

/** The position of the point: asked for when the form is touched; the form is sent without it if the agent declines. */
export function usePointPosition() {
  const asked = useRef<Promise<Position | null> | null>(null)
  const [isLocating, setLocating] = useState(false)
  const ask = () => {
    asked.current ??= currentPosition()
  }
  async function take(): Promise<PointFields> {
    ask()
    setLocating(true)
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
    const position = await Promise.race([asked.current, tooLate])
    setLocating(false)
    // A permission given later counts for the next attempt.
    if (!position) asked.current = null
    return position ? { geo_lat: coordinateText(position.latitude), geo_lon: coordinateText(position.longitude) } : {}
  }
  return { ask, take, isLocating }
}
