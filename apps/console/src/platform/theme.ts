import { observable, useObservable } from '@cashbox/client/observable'
import { keepTheme, readTheme } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = observable<Theme>('system')

export const useTheme = (): Theme => useObservable(theme)

export const restoreTheme = (): void => apply(themes.find((known) => known === readTheme()) ?? 'system')

export function chooseTheme(next: Theme): void {
  keepTheme(next === 'system' ? null : next)
  apply(next)
}

function apply(next: Theme) {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
}
