import { agentScreens } from '../console-screens/agents.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(agentScreens)
