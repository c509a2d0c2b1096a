import { english } from '@cashbox/contract/console-texts/en'

/** What a rule says, for the command line, which speaks English. */
export const sayRule = (rule: string): string =>
  Object.hasOwn(english.rules, rule) ? english.rules[rule as keyof typeof english.rules] : rule
