import { approvalScreens } from '../console-screens/approvals.ts'
import { operatorScreens } from '../console-screens/operators.ts'
import { settingScreens } from '../console-screens/settings.ts'
import { watchScreens } from '../console-screens/watch.ts'
import { checkScreens } from './check-screens.ts'

checkScreens([...approvalScreens, ...operatorScreens, ...settingScreens, ...watchScreens])
