import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import type { Services } from '../platform/services.ts'
import { readSettings } from '../platform/settings.ts'
import { createDictionaries, readOffer, withOffer } from './dictionaries.ts'
import { readTermsOfUse } from './terms-of-use.ts'
import { changedTexts, currentTexts } from './texts.ts'

export function toolRoutes({ db, clock, captcha, config: { publicUrl } }: Services): AgentRoute[] {
  const dictionaries = createDictionaries(publicUrl)
  return [
    route(contract.getSettings, () => readSettings(db)),
    route(contract.getTranslations, async ({ input: { language, only } }) => ({
      translations: await (only === 'changes' ? changedTexts : currentTexts)(db, language),
    })),
    route(contract.getDictionaries, async ({ caller }) =>
      withOffer(dictionaries(caller.language, clock.now()), await readOffer(db)),
    ),
    route(contract.getTermsOfUse, ({ caller }) => readTermsOfUse(db, caller.language)),
    route(contract.getCaptcha, ({ input: { action } }) => captcha.describe(action)),
  ]
}
