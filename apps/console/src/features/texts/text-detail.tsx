import { type Language } from '@cashbox/contract'
import { setText } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { CircleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, Renewed, textAreaField, textField } from '../../platform/forms/form.tsx'
import { PendingChanges, SecondOperator } from '../../platform/forms/second-operator.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { call, useMay } from '../../platform/session/session.ts'
import { Facts, When } from '../../platform/values/values.tsx'
import { languageName, refreshTexts, type TextProps, writingOf } from './texts.ts'

const t = textsOf('app_texts')

interface QuoteProps {
  readonly label: string
  readonly language: Language
  readonly text: string | null
  /** Shown when there is no text. */
  readonly otherwise?: string
}

export function TextDetail({ known, language, onDone }: TextProps) {
  const maySet = useMay(setText)
  const { en, [language]: spoken } = known.texts
  const isGone = en.default_text === null
  const isEditable = maySet && !isGone
  return (
    <div className="grid gap-5">
      <PendingChanges kind="text" id={`${language}/${known.key}`} />
      <TextProblem known={known} language={language} />
      {language !== 'en' && !isGone && <Quote label={t('english')} language="en" text={en.text} />}
      {!isGone && (
        <Quote label={t('default_text')} language={language} text={spoken.default_text} otherwise={t('no_shipped')} />
      )}
      {spoken.is_changed && !isEditable && (
        <Quote label={t('own', { language: languageName(language) })} language={language} text={spoken.text} />
      )}
      {en.default_text !== null && <MessageRules message={en.default_text} language={language} />}
      {isEditable && (
        <Renewed reload={refreshTexts}>
          <TextForm known={known} language={language} onDone={onDone} />
        </Renewed>
      )}
      {spoken.is_changed && (
        <section className="grid gap-4 border-t border-line pt-5">
          <Facts
            facts={{
              [t('changed_by')]: spoken.changed_by,
              [t('changed_at')]: <When seconds={spoken.changed_at} />,
            }}
          />
          <ResetText known={known} language={language} onDone={onDone} />
        </section>
      )}
    </div>
  )
}

/** An empty reason is left out. */
const reasonOf = (reason: string) => (isGiven(reason) ? { reason } : {})

/** The forms have their own field for the reason, which is optional. */
const isReasonAsked = () => false

function TextForm({ known, language, onDone }: TextProps) {
  const { key } = known
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(known.texts[language])
  // Texts of whole pages have paragraphs, all others are one line.
  const isPage = known.texts.en.default_text?.includes('\n') ?? false
  return (
    <ActForm
      onDone={onDone}
      initial={{ text: seen.text ?? '', reason: '' }}
      isReasonAsked={isReasonAsked}
      send={({ text, reason }) => call(setText, { key, language, version: seen.version, text, ...reasonOf(reason) })}
      isReady={({ values: { text } }) => isGiven(text) && text !== seen.text}
    >
      {(form) => (
        <>
          {textAreaField(form, 'text', t('own', { language: languageName(language) }), {
            ...writingOf(language),
            hasLines: isPage,
            rows: isPage ? 24 : 4,
            maxLength: isPage ? 20_000 : 2000,
          })}
          {textField(form, 'reason', t('reason'), { maxLength: 500, isOptional: true })}
          <SecondOperator kind="text_set" />
        </>
      )}
    </ActForm>
  )
}

function ResetText({ known, language, onDone }: TextProps) {
  const act = actsWith()
  const { key, texts } = known
  const { version, default_text } = texts[language]
  const isGone = texts.en.default_text === null
  const what = isGone ? 'text_gone' : default_text === null ? 'text_missing' : 'text'
  const form = (
    <ActForm
      onDone={onDone}
      initial={{ reason: '' }}
      isReasonAsked={isReasonAsked}
      isReady={() => true}
      send={({ reason }) => call(setText, { key, language, version, text: null, ...reasonOf(reason) })}
      text={t(`reset.${what}`)}
      variant="danger"
    >
      {(form) => (
        <>
          {default_text !== null && <Quote label={t('default_text')} language={language} text={default_text} />}
          {textField(form, 'reason', t('reason'), { maxLength: 500, isOptional: true })}
          <SecondOperator kind="text_set" />
        </>
      )}
    </ActForm>
  )
  return (
    <Acts reload={refreshTexts} acts={[act(isGone ? 'app_texts.remove' : 'app_texts.reset', setText, Undo2, form)]} />
  )
}

/** Why agents do not see the expected text. */
function TextProblem({ known: { texts }, language }: Pick<TextProps, 'known' | 'language'>) {
  const { text, problem } = texts[language]
  if (problem === null) return null
  const [tone, title, help] =
    texts.en.default_text === null
      ? (['warning', t('gone_title'), t('gone_text')] as const)
      : text === null
        ? (['warning', t('missing_title'), t('missing_help')] as const)
        : (['danger', t('hidden_title'), t('hidden_text', { problem })] as const)
  return (
    <Callout tone={tone} icon={<CircleAlert aria-hidden />} title={title}>
      {help}
    </Callout>
  )
}

const Quote = ({ label, language, text, otherwise }: QuoteProps) => (
  <figure className="grid gap-1.5">
    <figcaption className="text-sm font-semibold">{label}</figcaption>
    {text === null ? (
      <p className="text-ink-soft">{otherwise}</p>
    ) : (
      <blockquote
        {...writingOf(language)}
        className="rounded-2xl bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </blockquote>
    )}
  </figure>
)

const WHOLE = [...Array.from({ length: 211 }, (_, number) => number), 1_000_000]
const BROKEN = [0.5, 1.5]
const SHOWN = 4

/** The placeholders and plural forms that a text has to keep. */
function MessageRules({ message, language }: { message: string; language: Language }) {
  const { values, counted } = rulesOf(message)
  if (values.length + counted.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t('rules.title')}</h3>
      {values.length > 0 && (
        <div className="grid gap-2">
          <p>{t('rules.values')}</p>
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
      <p>{t('rules.counted', { name: `{${name}}`, language: languageName(language) })}</p>
      <ul className="grid gap-1">
        {forms.map(({ form, numbers, hasMore }) => (
          <li key={form} className="flex items-baseline gap-2">
            <Code text={form} />
            <span>
              {t(hasMore ? 'rules.form_more' : 'rules.form', {
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
