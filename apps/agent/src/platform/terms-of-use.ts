import { getTermsOfUse } from '@cashbox/contract'
import { call } from './call.ts'
import { perLanguageCache } from './dictionaries.ts'

const FRESH_MS = 10 * 60_000

const terms = perLanguageCache({
  ask: () => call(getTermsOfUse, {}, { ignoreErrors: true }),
  freshMs: FRESH_MS,
  failure: 'the terms of use could not be loaded',
})

export const useTermsOfUse = terms.use

export const reloadTermsOfUse = terms.reload
