import type { NoticeKind } from '@cashbox/contract'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { currentSession } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { useNewestNotice } from './notices.tsx'
import { forgetPush } from './push.ts'

/** Other kinds are shown by their own screens. */
const SHOWN: ReadonlySet<NoticeKind> = new Set(['reversal', 'adjustment', 'low_float', 'new_login'])

/** Shows a toast for a new notice, and opens the subject of a pressed push message. */
export function NoticeNews() {
  useOpenedMessages()
  useEffect(
    () => () => {
      if (currentSession().token === null) void forgetPush()
    },
    [],
  )
  const { data } = useNewestNotice()
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const [newest] = data.list
    const isNews = known.current !== null && newest && newest.id > known.current && !newest.is_read
    known.current = newest?.id ?? ''
    if (isNews && SHOWN.has(newest.kind)) notify('info', `${newest.title}. ${newest.text}`)
  }, [data])
  return null
}

function useOpenedMessages() {
  const [, navigate] = useLocation()
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ readonly open?: unknown } | null>) => {
      if (typeof data?.open === 'string' && data.open.startsWith('/')) navigate(data.open)
    }
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [navigate])
}
