import { watchScreens } from '../console-screens/watch.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(watchScreens)
