import { useEffect, useState } from 'react'

interface Countdown {
  readonly untilMs: number
  readonly secondsLeft: number
}

const countFor = (seconds: number): Countdown => ({ untilMs: Date.now() + seconds * 1000, secondsLeft: seconds })

/** Runs on the clock, so that a sleeping tab does not stretch it. */
export function useCountdown(initialSeconds: number) {
  const [{ untilMs, secondsLeft }, setCountdown] = useState(() => countFor(initialSeconds))
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      setCountdown({ untilMs, secondsLeft: Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)) })
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, untilMs])
  return { secondsLeft, start: (seconds: number) => setCountdown(countFor(seconds)) }
}
