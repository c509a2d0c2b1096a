const THEME = 'console-theme'

// Browsers throw where storage is switched off or full; the console then lives without it.
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch {
    return otherwise
  }
}

export const readTheme = (): string | null => attempt(() => localStorage.getItem(THEME), null)

export const keepTheme = (theme: string | null): void =>
  attempt(() => (theme === null ? localStorage.removeItem(THEME) : localStorage.setItem(THEME, theme)), undefined)
