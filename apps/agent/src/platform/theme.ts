import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, storageKeys, store } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = observable<Theme>('system')

export const useTheme = (): Theme => useObservable(theme)

export const restoreTheme = (): void =>
  apply(themes.find((known) => known === readStored(storageKeys.theme)) ?? 'system')

export function chooseTheme(next: Theme): void {
  if (next === 'system') forget(storageKeys.theme)
  else store(storageKeys.theme, next)
  apply(next)
}

function apply(next: Theme) {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
}
