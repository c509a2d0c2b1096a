import { agentScreens } from '../console-screens/agents.ts'
import { moneyScreens } from '../console-screens/money.ts'
import { checkScreens } from './check-screens.ts'

checkScreens([...agentScreens, ...moneyScreens])
