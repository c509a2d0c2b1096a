import type { Language } from '@cashbox/contract'

/** A moment in the reader's time zone, which is named beside it. */
export const timeInLetter = (at: Date, timeZone: string, language: Language): string => {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    timeZone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${format.format(at)} (${timeZone})`
}
