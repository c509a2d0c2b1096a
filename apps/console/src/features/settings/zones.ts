/** "+05:00", at that moment: many zones have another one in summer. */
function offsetOf(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', '') || '+00:00'
}

/** Every zone this browser knows, and the one that is set, which it may know under an older name. */
export function zoneOptions(current: string, at: Date) {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].toSorted().map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})`,
  }))
}
