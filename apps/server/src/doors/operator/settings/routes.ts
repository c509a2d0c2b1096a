import * as contract from '@cashbox/contract/operator'
import { changedConsoleTexts } from '../../../domain/translations/overrides.ts'
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
  route(contract.listTexts, ({ input: { of = 'app' }, caller }) => listTexts(services, of, caller.language)),
  route(contract.readConsoleTexts, async ({ input: { language } }) => ({
    translations: await changedConsoleTexts(services.db, language),
  })),
  route(contract.setText, ({ input, actor, caller }) => setText(services, input, { actor, language: caller.language })),
  route(contract.resetText, ({ input, actor, caller }) =>
    resetText(services, input, { actor, language: caller.language }),
  ),
  route(contract.listChoices, ({ caller }) => listChoices(services, caller.language)),
  route(contract.offerChoice, ({ input, actor, caller }) =>
    offerChoice(services, input, { actor, language: caller.language }),
  ),
]
