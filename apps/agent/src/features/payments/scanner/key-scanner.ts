import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { cleanTransactionId, WHOLE_ID_LENGTH } from '../payment-rules.ts'

/** Catches a hardware scanner wherever the focus is, so that its Enter presses no button. Null switches it off. */
export function useKeyScanner(onScan: ((id: string) => void) | null, kind: CodeKind = 'transaction'): void {
  const burst = useRef(noBurst)
  const isOn = onScan !== null
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key !== 'Enter') {
      burst.current = nextBurst(burst.current, event.key, event.timeStamp)
      return
    }
    const typed = burstAtEnter(burst.current, event.timeStamp)
    burst.current = noBurst
    if (typed === null) return
    event.preventDefault()
    const id = readCode(typed, kind)
    if (id === null) return
    event.stopPropagation()
    onScan?.(id)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isOn])
}

/** What a hardware scanner has typed so far: faster than people, ending with Enter. */
export interface KeyBurst {
  readonly text: string
  readonly atMs: number
}

const GAP_MS = 50
/** Shorter bursts may come from a person. */
const LEAST_KEYS = 6

export const noBurst: KeyBurst = { text: '', atMs: 0 }

export function nextBurst(burst: KeyBurst, key: string, atMs: number): KeyBurst {
  if (key.length !== 1) return key === 'Shift' || key === 'CapsLock' ? { ...burst, atMs } : noBurst
  return { text: atMs - burst.atMs <= GAP_MS ? burst.text + key : key, atMs }
}

/** The scanned text when Enter comes; null if a person typed. */
export const burstAtEnter = ({ text, atMs }: KeyBurst, enterAtMs: number): string | null =>
  text.length >= LEAST_KEYS && enterAtMs - atMs <= 2 * GAP_MS ? text : null

export type CodeKind = 'transaction' | 'player'

const shapes: Readonly<Record<CodeKind, RegExp>> = {
  transaction: new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{${WHOLE_ID_LENGTH}}$`),
  // As the server takes it. A link is no ID.
  player: /^(?!https?:)[A-Za-z0-9][\w.:@/-]{0,63}$/i,
}

/** The ID in a scanned code: bare, or in a link as `transaction_id` or `player_id`. Null for anything else. */
export function readCode(text: string, kind: CodeKind = 'transaction'): string | null {
  const found = idInLink(text.trim(), kind) ?? text.trim()
  const id = kind === 'transaction' ? cleanTransactionId(found) : found
  return shapes[kind].test(id) ? id : null
}

function idInLink(text: string, kind: CodeKind): string | null {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  return new URL(text).searchParams.get(`${kind}_id`)
}
