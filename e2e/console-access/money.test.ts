import { moneyScreens } from '../console-screens/money.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(moneyScreens)
