const DECIMALS = 6
const UNITS = 10n ** BigInt(DECIMALS)
const LEAST_SHOWN_DECIMALS = 2

const pattern = new RegExp(`^(\\d{1,15})(?:\\.(\\d{1,${DECIMALS}}))?$`)

/** "12.5" → 12 500 000 units; null for anything else than a plain amount with at most six decimals. */
export function readAmount(text: string): bigint | null {
  const [, whole, fraction = ''] = pattern.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * UNITS + BigInt(fraction.padEnd(DECIMALS, '0'))
}

export function formatAmount(units: bigint): string {
  const fraction = String(units % UNITS)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  const whole = String(units / UNITS).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${fraction.padEnd(LEAST_SHOWN_DECIMALS, '0')}`
}
