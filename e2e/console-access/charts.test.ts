import { chartScreens } from '../console-screens/charts.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(chartScreens)
