import { parseMinor } from '@cashbox/contract'

/** What stands in the field as an amount to send: "12." and ".5" are on the way to one, but mean something already. */
export function amountToSend(text: string): string {
  const whole = text.startsWith('.') ? `0${text}` : text
  return whole.endsWith('.') ? whole.slice(0, -1) : whole
}

/** An amount that can be repeated to the agent; null while there is none. */
export function amountToRepeat(text: string): string | null {
  const amount = amountToSend(text)
  const minor = parseMinor(amount)
  return minor !== null && minor > 0n ? amount : null
}
