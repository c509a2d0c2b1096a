import type { LiveTopic, StatementAccount, TransactionType } from '@cashbox/contract'
import { useEffect, useEffectEvent } from 'react'

/** The topics of the server's changes are events too. */
interface AppEvents extends Record<LiveTopic, undefined> {
  logout: undefined
  /** A transaction ID. Features don't import each other, so the app opens the receipt. */
  'open-receipt': string
  /** The same, and prints it on the paper that was used last. */
  'print-receipt': string
  'open-file': FileSubject
}

/** Days are in the agent's time zone; empty for no limit. */
export type FileSubject = { readonly fromDay: string; readonly toDay: string } & (
  | { readonly list: 'history'; readonly type: TransactionType | null }
  | { readonly list: 'statement'; readonly account: StatementAccount }
)

type Details<Name extends keyof AppEvents> = AppEvents[Name] extends undefined ? [] : [AppEvents[Name]]
type Listener<Name extends keyof AppEvents> = (...details: Details<Name>) => void

const target = new EventTarget()

export const emit = <Name extends keyof AppEvents>(name: Name, ...details: Details<Name>): void =>
  void target.dispatchEvent(new CustomEvent(name, { detail: details }))

export function listen<Name extends keyof AppEvents>(name: Name, listener: Listener<Name>): () => void {
  const onEvent = (event: Event) => listener(...(event as CustomEvent<Details<Name>>).detail)
  target.addEventListener(name, onEvent)
  return () => target.removeEventListener(name, onEvent)
}

export function useAppEvent<Name extends keyof AppEvents>(name: Name, listener: Listener<Name>): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => listen(name, (...details) => onEvent(...details)), [name])
}
