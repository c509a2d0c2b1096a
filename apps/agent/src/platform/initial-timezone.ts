const DEFAULT_TIMEZONE = 'UTC'

const isTimezone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The chosen time zone, else the one the device seems to be in. */
export function initialTimezone(stored: string | null, guessed: string | undefined): string {
  return [stored, guessed].find((zone) => zone && isTimezone(zone)) ?? DEFAULT_TIMEZONE
}
