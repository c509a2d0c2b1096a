import type { Language } from '@cashbox/contract'
import { textsOf } from '../../platform/language/language.ts'
import { languageName } from './texts.ts'

const t = textsOf('app_texts.rules')

const WHOLE = [...Array.from({ length: 211 }, (_, number) => number), 1_000_000]
const BROKEN = [0.5, 1.5]
const SHOWN = 4

/** The placeholders and plural forms that a text has to keep. */
export function MessageRules({ message, language }: { message: string; language: Language }) {
  const { values, counted } = rulesOf(message)
  if (values.length + counted.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      {values.length > 0 && (
        <div className="grid gap-2">
          <p>{t('values')}</p>
          <p className="flex flex-wrap gap-2">
            {values.map((name) => (
              <Code key={name} text={`{${name}}`} />
            ))}
          </p>
        </div>
      )}
      {counted.map((name) => (
        <Counted key={name} name={name} language={language} />
      ))}
    </section>
  )
}

function Counted({ name, language }: { name: string; language: Language }) {
  const forms = pluralFormsOf(language)
  const pattern = forms.map(({ form }) => `${form} {# …}`).join(' ')
  return (
    <div className="grid gap-2">
      <p>{t('counted', { name: `{${name}}`, language: languageName(language) })}</p>
      <ul className="grid gap-1">
        {forms.map(({ form, numbers, hasMore }) => (
          <li key={form} className="flex items-baseline gap-2">
            <Code text={form} />
            <span>
              {t(hasMore ? 'form_more' : 'form', {
                numbers: numbers.map((one) => one.toLocaleString('en-US')).join(', '),
              })}
            </span>
          </li>
        ))}
      </ul>
      <Code text={`{${name}, plural, ${pattern}}`} />
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  <code dir="ltr" className="justify-self-start rounded-lg bg-sunken px-2 py-1 font-mono text-sm wrap-anywhere">
    {text}
  </code>
)

/** Names in braces that the app fills in, and those with plural forms. Braces at an even depth open a value, at an odd depth the words of a plural form. */
export function rulesOf(message: string) {
  const values = new Set<string>()
  const counted = new Set<string>()
  let depth = 0
  for (const { 0: brace, index } of message.matchAll(/[{}]/g)) {
    if (brace === '{' && depth % 2 === 0) {
      const [, name, kind] = /^\{\s*(\w+)\s*(?:,\s*(\w+))?/.exec(message.slice(index)) ?? []
      if (name) (kind?.startsWith('plural') || kind === 'selectordinal' ? counted : values).add(name)
    }
    depth += brace === '{' ? 1 : -1
  }
  return { values: [...values].filter((name) => !counted.has(name)), counted: [...counted] }
}

export function pluralFormsOf(language: Language) {
  const rules = new Intl.PluralRules(language)
  return rules.resolvedOptions().pluralCategories.map((form) => {
    const taking = (samples: readonly number[]) => samples.filter((number) => rules.select(number) === form)
    const [whole, broken] = [taking(WHOLE), taking(BROKEN)]
    // Fractions if no whole number takes the form.
    const numbers = whole.length > 0 ? whole : broken
    return { form, numbers: numbers.slice(0, SHOWN), hasMore: numbers.length > SHOWN }
  })
}
