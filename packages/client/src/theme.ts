import { observable, useObservable } from './observable.ts'
import { forget, readStored, store } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Light, dark, or as the device has it, kept in the browser under a key. */
export function createTheme(key: string) {
  const theme = observable<Theme>('system')

  const apply = (next: Theme) => {
    theme.set(next)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
  }

  return {
    useTheme: (): Theme => useObservable(theme),

    restoreTheme: (): void => apply(themes.find((known) => known === readStored(key)) ?? 'system'),

    chooseTheme(next: Theme): void {
      if (next === 'system') forget(key)
      else store(key, next)
      apply(next)
    },
  }
}
