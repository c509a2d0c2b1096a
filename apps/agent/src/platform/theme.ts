import { createTheme } from '@cashbox/client/theme'
import { storageKeys } from './storage.ts'

export const { useTheme, restoreTheme, chooseTheme } = createTheme(storageKeys.theme)
