import { transactionScreens } from '../console-screens/transactions.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(transactionScreens)
