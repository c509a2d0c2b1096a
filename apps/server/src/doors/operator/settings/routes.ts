import * as contract from '@cashbox/contract/operator'
import { readVersionedSettings } from '../../../platform/settings.ts'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { changeSettings } from './change-settings.ts'
import { listChoices } from './list-choices.ts'
import { listTexts } from './list-texts.ts'
import { offerChoice } from './offer-choice.ts'
import { resetText } from './reset-text.ts'
import type { SettingServices } from './services.ts'
import { setText } from './set-text.ts'

export const settingRoutes = (services: SettingServices): OperatorRoute[] => [
  route(contract.readConsoleSettings, () => readVersionedSettings(services.db)),
  route(contract.changeConsoleSettings, ({ input, actor }) => changeSettings(services, input, actor)),
  route(contract.listTexts, () => listTexts(services)),
  route(contract.setText, ({ input, actor }) => setText(services, input, actor)),
  route(contract.resetText, ({ input, actor }) => resetText(services, input, actor)),
  route(contract.listChoices, () => listChoices(services)),
  route(contract.offerChoice, ({ input, actor }) => offerChoice(services, input, actor)),
]
