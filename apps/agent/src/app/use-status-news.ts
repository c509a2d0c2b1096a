import type { AgentStatus, User } from '@cashbox/contract'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../platform/toasts.ts'

/** Shows a message when an operator has changed what the agent may do. */
export function useStatusNews({ status }: User): void {
  const t = useTranslations()
  const known = useRef<AgentStatus>(status)
  useEffect(() => {
    if (known.current === status) return
    known.current = status
    notify('info', t('queue.status_changed', { status: t(`status.${status}`) }))
  }, [status, t])
}
