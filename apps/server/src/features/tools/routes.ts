import * as contract from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import type { Captcha } from '../../platform/captcha/captcha.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readSettings } from '../../platform/settings.ts'
import { createDictionaries } from './dictionaries.ts'

interface ToolServices {
  readonly db: Database
  readonly clock: Clock
  readonly captcha: Captcha
  readonly publicUrl: string
}

export function toolRoutes({ db, clock, captcha, publicUrl }: ToolServices): Route[] {
  const dictionaries = createDictionaries(publicUrl)
  return [
    route(contract.getSettings, () => readSettings(db)),
    route(contract.getTranslations, async ({ input: { language } }) => ({ translations: translations[language] })),
    route(contract.getDictionaries, async ({ caller }) => dictionaries(caller.language, clock.now())),
    route(contract.getCaptcha, ({ input: { action } }) => captcha.describe(action)),
  ]
}
