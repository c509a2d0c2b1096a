import { readStored } from '@cashbox/client/storage'
import { type ComponentType, useEffect, useState } from 'react'
import { storageKeys } from '../platform/session/storage.ts'
import { prefetchWhenIdle } from './deferred.ts'

/** The forecast below the balance. It is fetched after everything that the user asked for. */
export function LateForecast() {
  const [Line, setLine] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = async () => {
      const { ForecastLine } = await import('../features/forecast/forecast-line.tsx')
      setLine(() => ForecastLine)
    }
    prefetchWhenIdle([{ load }])
  }, [])
  if (Line) return <Line />
  return readStored(storageKeys.forecast) === 'true' ? <div className="min-h-11" /> : null
}
