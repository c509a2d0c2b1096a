import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { cleanTransactionId, WHOLE_ID_LENGTH } from '../payment-rules.ts'

/**
 * Listens for a cash register's scanner wherever the focus is: its Enter presses no button and sends no form, and the ID
 * that it typed goes where it belongs. Null switches it off.
 */
export function useKeyScanner(onScan: ((transactionId: string) => void) | null): void {
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
    const id = readCode(typed)
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

/** What a cash register's scanner has typed so far: it types faster than people do, and ends with Enter. */
export interface KeyBurst {
  readonly text: string
  readonly atMs: number
}

const GAP_MS = 50
/** Shorter ones may come from a person who rolls over two or three keys. */
const LEAST_KEYS = 6

export const noBurst: KeyBurst = { text: '', atMs: 0 }

export function nextBurst(burst: KeyBurst, key: string, atMs: number): KeyBurst {
  if (key.length !== 1) return key === 'Shift' || key === 'CapsLock' ? { ...burst, atMs } : noBurst
  return { text: atMs - burst.atMs <= GAP_MS ? burst.text + key : key, atMs }
}

/** What a scanner has typed when Enter comes; null when a person has pressed it. */
export const burstAtEnter = ({ text, atMs }: KeyBurst, enterAtMs: number): string | null =>
  text.length >= LEAST_KEYS && enterAtMs - atMs <= 2 * GAP_MS ? text : null

const WHOLE_ID = new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{${WHOLE_ID_LENGTH}}$`)

/**
 * The transaction ID in a scanned code: the bare ID, or a link that carries one as `transaction_id`. Null for anything
 * else, such as a barcode on goods: every ID that does not exist counts as a guess.
 */
export function readCode(text: string): string | null {
  const id = cleanTransactionId(idInLink(text.trim()) ?? text)
  return WHOLE_ID.test(id) ? id : null
}

function idInLink(text: string): string | null {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  return new URL(text).searchParams.get('transaction_id')
}
