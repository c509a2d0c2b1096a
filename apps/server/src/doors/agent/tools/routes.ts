import * as contract from '@cashbox/contract'
import { readOffer } from '../../../domain/agents/withheld-choices.ts'
import { readTermsOfUse } from '../../../domain/translations/terms-of-use.ts'
import { changedTexts, spokenTexts } from '../../../domain/translations/texts.ts'
import type { Captcha } from '../../../platform/captcha/captcha.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { readSettings } from '../../../platform/settings.ts'
import { type AgentRoute, route } from '../admit-agent.ts'
import { createDictionaries, withOffer } from './dictionaries.ts'

interface ToolServices {
  readonly db: Database
  readonly clock: Clock
  readonly captcha: Captcha
  readonly publicUrl: string
}

export function toolRoutes({ db, clock, captcha, publicUrl }: ToolServices): AgentRoute[] {
  const dictionaries = createDictionaries(publicUrl)
  return [
    route(contract.getSettings, () => readSettings(db)),
    route(contract.getTranslations, async ({ input: { language, only } }) => ({
      translations: await (only === 'changes' ? changedTexts : spokenTexts)(db, language),
    })),
    route(contract.getDictionaries, async ({ caller }) =>
      withOffer(dictionaries(caller.language, clock.now()), await readOffer(db)),
    ),
    route(contract.getTermsOfUse, ({ caller }) => readTermsOfUse(db, caller.language)),
    route(contract.getCaptcha, ({ input: { action } }) => captcha.describe(action)),
  ]
}
