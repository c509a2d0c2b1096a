type DatePart = 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second'

// "en" alone may print another month name in some regions, and Arabic other digits.
const dateLocale = (language: string) => (language === 'en' ? 'en-US' : `${language}-u-nu-latn-ca-gregory`)

/** The parts of a time in figures, with the month's name in the language. */
export function datePart(seconds: number, timeZone: string, language: string): (part: DatePart) => string {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(seconds * 1000)
  const figures = format('en-US')
  const names = format(dateLocale(language))
  return (part) => (part === 'month' ? names : figures).find(({ type }) => type === part)?.value ?? ''
}
