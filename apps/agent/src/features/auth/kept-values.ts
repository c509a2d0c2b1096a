import type { Draft } from '@cashbox/client/use-form'

const SECRET = new Set(['password', 'password_confirmation'])

const kept = new Map<string, string>()

/** What a guest has typed, kept in memory from one page of this area to the next. Passwords are not kept. */
export const keptValues: Draft = {
  read: (name) => kept.get(name),
  keep(name, value) {
    if (!SECRET.has(name)) kept.set(name, value)
  },
}

export const forgetKeptValues = (): void => kept.clear()
