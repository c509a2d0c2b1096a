import { verifyDemo, verifyEmail } from '@cashbox/contract'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../../platform/call.ts'
import { describeDevice } from '../../platform/session/device.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { type MailLink, readMailLink } from './mail-link.ts'

export type MailLinkState =
  | { readonly status: 'none' | 'verifying' | 'incomplete' }
  | {
      readonly status: 'failed'
      readonly kind: MailLink['kind']
      readonly error: unknown
      readonly retry: () => void
    }

const followed = new Map<string, Promise<void>>()

/** A link works once, so it is used once, however often the page is drawn meanwhile. */
function follow(link: MailLink): Promise<void> {
  const known = followed.get(link.hash)
  if (known) return known
  const attempt = verify(link)
  followed.set(link.hash, attempt)
  return attempt
}

async function verify({ kind, hash }: MailLink): Promise<void> {
  const input = { hash, ...(await describeDevice()) }
  finishSignIn(await call(kind === 'demo' ? verifyDemo : verifyEmail, input), true)
}

const statusOf = (link: ReturnType<typeof readMailLink>) =>
  link === null ? 'none' : link === 'incomplete' ? 'incomplete' : 'verifying'

/** Verifies by the link that led here, and takes it out of the page's address. */
export function useMailLink(): MailLinkState {
  const search = useSearch()
  const [state, setState] = useState<MailLinkState>(() => ({ status: statusOf(readMailLink(search)) }))
  useEffect(() => {
    const link = readMailLink(search)
    if (!link) return
    navigate('/auth/login', { replace: true })
    if (link === 'incomplete') return
    const start = () => {
      setState({ status: 'verifying' })
      follow(link).catch((error: unknown) => {
        const retry = () => {
          followed.delete(link.hash)
          start()
        }
        setState({ status: 'failed', kind: link.kind, error, retry })
      })
    }
    start()
  }, [search])
  return state
}
