import type { Language } from '@cashbox/contract'
import { useTranslations } from 'use-intl'
import { pluralFormsOf, rulesOf } from './message-rules.ts'
import { languageName } from './texts.ts'

/** What a text has to keep, in words; nothing for a text of plain words. */
export function MessageRules({ message, language }: { message: string; language: Language }) {
  const t = useTranslations('app_texts.rules')
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
  const t = useTranslations('app_texts.rules')
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
