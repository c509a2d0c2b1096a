// Browsers throw where storage is switched off or full; the app then lives without it.
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch {
    return otherwise
  }
}

export const readStored = (key: string, storage: Storage = localStorage): string | null =>
  attempt(() => storage.getItem(key), null)

export const store = (key: string, value: string, storage: Storage = localStorage): void =>
  attempt(() => storage.setItem(key, value), undefined)

export const forget = (key: string, storage: Storage = localStorage): void =>
  attempt(() => storage.removeItem(key), undefined)
