import { resetText } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { Quote } from './quote.tsx'
import type { TextProps } from './text-detail.tsx'
import { keepText, renewTexts } from './texts.ts'

/** Goes back to what came with the program, after a question. */
export function ResetText(props: TextProps) {
  const t = useTranslations('app_texts.reset')
  const [isAsking, setAsking] = useState(false)
  const isGone = props.known.texts.en.shipped === null
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

type ResetDialogProps = TextProps & { readonly isGone: boolean; readonly onClose: () => void }

function ResetDialog({ known, language, isGone, onDone, onClose }: ResetDialogProps) {
  const t = useTranslations()
  const { key } = known
  const [{ version, shipped }] = useState(known.texts[language])
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const why = reason.trim() === '' ? {} : { reason }
      keepText(await call(resetText, { key, language, version, ...why }))
      notify('success', t(isGone ? 'app_texts.reset.removed' : 'app_texts.reset.done', { key }))
      onDone()
    },
  })
  const what = isGone ? 'text_gone' : shipped === null ? 'text_missing' : 'text'
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(isGone ? 'app_texts.reset.remove_title' : 'app_texts.reset.title')}
      closeLabel={t('common.close')}
    >
      <form {...form.element} className="grid gap-4">
        <p>{t(`app_texts.reset.${what}`)}</p>
        {shipped !== null && <Quote label={t('app_texts.shipped')} language={language} text={shipped} />}
        <TextField form={form} name="reason" label={t('app_texts.reason')} maxLength={500} isOptional />
        <Submit
          form={form}
          label={t(isGone ? 'app_texts.reset.remove' : 'app_texts.reset.submit')}
          variant="danger"
          onCancel={onClose}
          onReload={() => void renewTexts().then(onClose)}
        />
      </form>
    </Sheet>
  )
}
