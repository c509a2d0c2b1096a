import { verifyDemo, verifyEmail } from '@cashbox/contract'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../../platform/call.ts'
import { describeDevice } from '../../platform/device.ts'
import { type ArrivalLink, readArrivalLink } from './arrival-link.ts'
import { enter } from './enter.ts'

export type Arrival =
  | { readonly status: 'none' | 'verifying' }
  | {
      readonly status: 'failed'
      readonly kind: ArrivalLink['kind']
      readonly error: unknown
      readonly retry: () => void
    }

const followed = new Map<string, Promise<void>>()

/** A link works once, so it is used once, however often the page is drawn meanwhile. */
function follow(link: ArrivalLink): Promise<void> {
  const known = followed.get(link.hash)
  if (known) return known
  const attempt = verify(link)
  followed.set(link.hash, attempt)
  return attempt
}

async function verify({ kind, hash }: ArrivalLink): Promise<void> {
  const input = { hash, ...(await describeDevice()) }
  enter(await call(kind === 'demo' ? verifyDemo : verifyEmail, input), true)
}

/** Verifies by the link that led here, and takes it out of the page's address. */
export function useArrival(): Arrival {
  const search = useSearch()
  const [arrival, setArrival] = useState<Arrival>(() => ({ status: readArrivalLink(search) ? 'verifying' : 'none' }))
  useEffect(() => {
    const link = readArrivalLink(search)
    if (!link) return
    navigate('/auth/login', { replace: true })
    const start = () => {
      setArrival({ status: 'verifying' })
      follow(link).catch((error: unknown) => {
        const retry = () => {
          followed.delete(link.hash)
          start()
        }
        setArrival({ status: 'failed', kind: link.kind, error, retry })
      })
    }
    start()
  }, [search])
  return arrival
}
