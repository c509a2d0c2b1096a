import type { Screen } from '../screens.ts'
import { agentScreens } from './agents.ts'
import { approvalScreens } from './approvals.ts'
import { chartScreens } from './charts.ts'
import { moneyScreens } from './money.ts'
import { networkScreens } from './network.ts'
import { operatorScreens } from './operators.ts'
import { settingScreens } from './settings.ts'
import { transactionScreens } from './transactions.ts'
import { watchScreens } from './watch.ts'

/** What there is to see in the console: each has its pictures, and no fault of accessibility. */
export const consoleScreens: readonly Screen[] = [
  ...watchScreens,
  ...chartScreens,
  ...agentScreens,
  ...transactionScreens,
  ...moneyScreens,
  ...approvalScreens,
  ...networkScreens,
  ...operatorScreens,
  ...settingScreens,
]
