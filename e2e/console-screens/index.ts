import type { Screen } from '../screens.ts'
import { operatorScreens } from './operators.ts'

/** What there is to see in the console: each has its pictures, and no fault of accessibility. */
export const consoleScreens: readonly Screen[] = [...operatorScreens]
