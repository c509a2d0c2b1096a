const SECRET = new Set(['password', 'password_confirmation'])

let draft: Readonly<Record<string, string>> = {}

/** What a guest has typed, kept in memory from one page of this area to the next. Passwords are not kept. */
export const readDraft = (name: string): string => draft[name] ?? ''

export function keepInDraft(name: string, value: string): void {
  if (!SECRET.has(name)) draft = { ...draft, [name]: value }
}

export const forgetDraft = (): void => {
  draft = {}
}
