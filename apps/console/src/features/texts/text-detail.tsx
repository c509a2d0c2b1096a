import { useForm } from '@cashbox/client/use-form'
import type { Language } from '@cashbox/contract'
import { type AppText, resetText, setText } from '@cashbox/contract/operator'
import { Button, Callout, Field, TextField } from '@cashbox/ui'
import { TextArea } from '@cashbox/ui/dense/form-fields'
import { CircleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog, ActForm, type ActProps } from '../../platform/forms/act-form.tsx'
import { Submit } from '../../platform/forms/submit.tsx'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { notify } from '../../platform/toasts.ts'
import { Facts, When } from '../../platform/values/values.tsx'
import { MessageRules } from './message-rules.tsx'
import { cacheText, languageName, refreshTexts, type TextProps, writingOf } from './texts.ts'

type ResetDialogProps = TextProps & { readonly isGone: boolean; readonly onClose: () => void }

interface ResetFormProps extends TextProps, ActProps {
  readonly isGone: boolean
  readonly seen: AppText
  readonly onCancel: () => void
}

interface QuoteProps {
  readonly label: string
  readonly language: Language
  readonly text: string | null
  /** Shown when there is no text. */
  readonly otherwise?: string
}

export function TextDetail({ known, language, onDone }: TextProps) {
  const t = useTranslations('app_texts')
  const maySet = useMay(setText)
  const mayReset = useMay(resetText)
  const [round, setRound] = useState(0)
  const { en, [language]: spoken } = known.texts
  const isGone = en.default_text === null
  const isEditable = maySet && !isGone
  const reload = () => void refreshTexts().then(() => setRound(round + 1))
  return (
    <div className="grid gap-5">
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
            facts={[
              [t('changed_by'), spoken.changed_by],
              [t('changed_at'), <When key="at" seconds={spoken.changed_at} />],
            ]}
          />
          {mayReset && <ResetText known={known} language={language} onDone={onDone} />}
        </section>
      )}
    </div>
  )
}

/** Texts of the app are one line. */
const onOneLine = (text: string) => text.replaceAll(/\r?\n/g, ' ')

function TextForm({ known, language, onDone, onReload }: TextProps & { readonly onReload: () => void }) {
  const t = useTranslations()
  const { key } = known
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(known.texts[language])
  const form = useForm({
    initial: { text: seen.text ?? '', reason: '' },
    send: async ({ text, reason }) => {
      const optionalReason = reason.trim() === '' ? {} : { reason }
      cacheText(await call(setText, { key, language, version: seen.version, text, ...optionalReason }))
      notify('success', t('app_texts.saved', { key }))
      onDone()
    },
  })
  const { text } = form.values
  // Texts of whole pages have paragraphs.
  const isPage = known.texts.en.default_text?.includes('\n') ?? false
  return (
    <form {...form.element} className="grid gap-4">
      <Field label={t('app_texts.own', { language: languageName(language) })} error={form.errors.text} isRequired>
        {(control) => (
          <TextArea
            {...control}
            {...writingOf(language)}
            name="text"
            rows={isPage ? 24 : 4}
            maxLength={isPage ? 20_000 : 2000}
            value={text}
            onChange={(event) => form.change('text', isPage ? event.target.value : onOneLine(event.target.value))}
          />
        )}
      </Field>
      <TextField form={form} name="reason" label={t('app_texts.reason')} maxLength={500} isOptional />
      <Submit
        form={form}
        label={t('common.save')}
        isDisabled={text.trim() === '' || text === seen.text}
        onReload={onReload}
      />
    </form>
  )
}

function ResetText(props: TextProps) {
  const t = useTranslations('app_texts.reset')
  const [isAsking, setAsking] = useState(false)
  const isGone = props.known.texts.en.default_text === null
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={<Undo2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(isGone ? 'remove' : 'button')}
      </Button>
      {isAsking && <ResetDialog {...props} isGone={isGone} onClose={() => setAsking(false)} />}
    </>
  )
}

function ResetDialog({ known, language, isGone, onDone, onClose }: ResetDialogProps) {
  const t = useTranslations('app_texts')
  return (
    <ActDialog
      thing={known.texts[language]}
      title={() => t(isGone ? 'reset.remove_title' : 'reset.title')}
      reload={refreshTexts}
      onClose={onClose}
    >
      {(seen, { onReload }) => (
        <ResetForm {...{ known, language, isGone, seen, onDone, onReload }} onCancel={onClose} />
      )}
    </ActDialog>
  )
}

function ResetForm({ known: { key }, language, isGone, seen, onDone, ...act }: ResetFormProps) {
  const t = useTranslations('app_texts')
  const { version, default_text } = seen
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const optionalReason = reason.trim() === '' ? {} : { reason }
      cacheText(await call(resetText, { key, language, version, ...optionalReason }))
      notify('success', t(isGone ? 'reset.removed' : 'reset.done', { key }))
      onDone()
    },
  })
  const what = isGone ? 'text_gone' : default_text === null ? 'text_missing' : 'text'
  return (
    <ActForm
      {...act}
      form={form}
      text={t(`reset.${what}`)}
      submit={t(isGone ? 'reset.remove' : 'reset.submit')}
      variant="danger"
    >
      {default_text !== null && <Quote label={t('default_text')} language={language} text={default_text} />}
      <TextField form={form} name="reason" label={t('reason')} maxLength={500} isOptional />
    </ActForm>
  )
}

/** Why agents do not see the expected text. */
function TextProblem({ known: { texts }, language }: Pick<TextProps, 'known' | 'language'>) {
  const t = useTranslations('app_texts')
  const { text, problem } = texts[language]
  if (problem === null) return null
  if (texts.en.default_text === null) {
    return (
      <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={t('gone_title')}>
        {t('gone_text')}
      </Callout>
    )
  }
  return text === null ? (
    <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={t('missing_title')}>
      {t('missing_help')}
    </Callout>
  ) : (
    <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('hidden_title')}>
      {t('hidden_text', { problem })}
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
