import { useEffect, useState } from 'react'

/** The value after it has not changed for `ms`. */
export const useDebounced = <Value>(value: Value, ms: number) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
