import { approvalScreens } from '../console-screens/approvals.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(approvalScreens)
