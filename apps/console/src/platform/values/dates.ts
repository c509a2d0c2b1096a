import { datePart } from '@cashbox/client/date-parts'
import { currentLanguage } from '../language/language.ts'
import { ZONE } from './formats.ts'

/** As the native inputs hold them: 2026-11-19, 2026-11, 2026-11-19T08:30. */
export type DateKind = 'date' | 'month' | 'datetime-local'

const patterns: Readonly<Record<DateKind, RegExp>> = {
  date: /^(\d{4})-(\d{2})-(\d{2})$/,
  month: /^(\d{4})-(\d{2})$/,
  'datetime-local': /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/,
}

/** "2026-11-19" → "19 Nov 2026", "2026-11" → "Nov 2026"; any other text stays as it is. */
export function formatDate(value: string, language = currentLanguage()): string {
  const [, year = '', month = '', day, hour, minute] =
    Object.values(patterns)
      .map((one) => one.exec(value))
      .find(Boolean) ?? []
  const at = Date.parse(`${year}-${month}-${day ?? '01'}T00:00:00Z`)
  if (Number.isNaN(at)) return value
  const name = datePart(at / 1000, ZONE, language)('month')
  return [day, name, year, hour && `${hour}:${minute ?? ''}`].filter(Boolean).join(' ')
}

/** What is typed, as it is written here or elsewhere: "19 Nov 2026", "19.11.2026", "2026-11-19". Null for no date. */
export function readDate(kind: DateKind, text: string, language = currentLanguage()): string | null {
  const typed = text.trim()
  if (typed === '' || isDate(kind, typed)) return typed
  const [, front = '', year = '', time = ''] = /^(.*?)[\s./-]*(\d{4})(?:[\sT,]+(\d{1,2}:\d{2}))?$/.exec(typed) ?? []
  const [first = '', second] = front.split(/[\s./-]+/)
  const [day, monthText] = kind === 'month' ? ['01', first] : [first, second ?? '']
  const month = monthOf(monthText, language)
  if (month === null || (kind === 'month' && second !== undefined)) return null
  const date = `${year}-${month}${kind === 'month' ? '' : `-${day.padStart(2, '0')}`}`
  const value = kind === 'datetime-local' ? `${date}T${(time || '00:00').padStart(5, '0')}` : date
  return isDate(kind, value) ? value : null
}

function isDate(kind: DateKind, value: string): boolean {
  const [, year = '', month = '', day = '01', hour = '00', minute = '00'] = patterns[kind].exec(value) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}Z`)
  // 31 June would be taken for 1 July.
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

/** By its number, or by the beginning of its name in the language of the console or in English. */
function monthOf(text: string, language: string): string | null {
  if (/^\d{1,2}$/.test(text)) return text.padStart(2, '0')
  const wanted = letters(text)
  if (wanted.length < 3) return null
  for (const spoken of [language, 'en']) {
    for (let month = 0; month < 12; month += 1) {
      const name = letters(datePart(Date.UTC(2026, month, 1) / 1000, ZONE, spoken)('month'))
      if (name.startsWith(wanted) || wanted.startsWith(name)) return String(month + 1).padStart(2, '0')
    }
  }
  return null
}

const letters = (text: string) => text.toLowerCase().replaceAll('.', '')
