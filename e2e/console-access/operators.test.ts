import { operatorScreens } from '../console-screens/operators.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(operatorScreens)
