import type { Language } from '@cashbox/contract'
import { setText } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { CircleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, textAreaField, textField } from '../../platform/forms/form.tsx'
import { PendingChanges, SecondOperator } from '../../platform/forms/second-operator.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { call, useMay } from '../../platform/session/session.ts'
import { Facts, When } from '../../platform/values/values.tsx'
import { MessageRules } from './message-rules.tsx'
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
  const [round, setRound] = useState(0)
  const { en, [language]: spoken } = known.texts
  const isGone = en.default_text === null
  const isEditable = maySet && !isGone
  const reload = () => void refreshTexts().then(() => setRound(round + 1))
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
      {isEditable && <TextForm key={round} known={known} language={language} onDone={onDone} onReload={reload} />}
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

function TextForm({ known, language, ...act }: TextProps & ActProps) {
  const { key } = known
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(known.texts[language])
  // Texts of whole pages have paragraphs, all others are one line.
  const isPage = known.texts.en.default_text?.includes('\n') ?? false
  return (
    <ActForm
      {...act}
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
