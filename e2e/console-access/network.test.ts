import { networkScreens } from '../console-screens/network.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(networkScreens)
