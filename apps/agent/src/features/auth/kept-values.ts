const SECRET = new Set(['password', 'password_confirmation'])

let kept: Readonly<Record<string, string>> = {}

/** What a guest has typed, kept in memory from one page of this area to the next. Passwords are not kept. */
export const readKeptValue = (name: string): string => kept[name] ?? ''

export function keepValue(name: string, value: string): void {
  if (!SECRET.has(name)) kept = { ...kept, [name]: value }
}

export const forgetKeptValues = (): void => {
  kept = {}
}
