import { settingScreens } from '../console-screens/settings.ts'
import { checkScreens } from './check-screens.ts'

checkScreens(settingScreens)
