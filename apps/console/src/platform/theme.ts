import { createTheme } from '@cashbox/client/theme'

export const { useTheme, restoreTheme, chooseTheme } = createTheme('console-theme')
