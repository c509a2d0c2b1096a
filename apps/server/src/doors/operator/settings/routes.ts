import * as contract from '@cashbox/contract/operator'
import { readVersionedSettings } from '../../../platform/settings.ts'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { changeSettings } from './change-settings.ts'
import { listChoices, offerChoice } from './choices.ts'
import type { SettingServices } from './services.ts'
import { listTexts, resetText, setText } from './texts.ts'

export const settingRoutes = (services: SettingServices): OperatorRoute[] => [
  operatorRoute(contract.readConsoleSettings, () => readVersionedSettings(services.db)),
  operatorRoute(contract.changeConsoleSettings, ({ input, actor }) => changeSettings(services, input, actor)),
  operatorRoute(contract.listTexts, () => listTexts(services)),
  operatorRoute(contract.setText, ({ input, actor }) => setText(services, input, actor)),
  operatorRoute(contract.resetText, ({ input, actor }) => resetText(services, input, actor)),
  operatorRoute(contract.listChoices, () => listChoices(services)),
  operatorRoute(contract.offerChoice, ({ input, actor }) => offerChoice(services, input, actor)),
]
