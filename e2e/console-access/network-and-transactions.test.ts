import { chartScreens } from '../console-screens/charts.ts'
import { networkScreens } from '../console-screens/network.ts'
import { transactionScreens } from '../console-screens/transactions.ts'
import { checkScreens } from './check-screens.ts'

checkScreens([...chartScreens, ...networkScreens, ...transactionScreens])
