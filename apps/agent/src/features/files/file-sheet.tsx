import { useForm } from '@cashbox/client/use-form'
import { fileFormats, requestFile } from '@cashbox/contract'
import { Callout } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Tabs } from '@cashbox/ui/tabs'
import { CircleAlert, Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { apiBase, call } from '../../platform/call.ts'
import type { FileSubject } from '../../platform/events.ts'
import { SubmitButton } from '../../platform/forms.tsx'
import { MomentField } from '../../platform/time/moment.tsx'
import { useTimezone } from '../../platform/time/timezone.ts'
import { notify } from '../../platform/toasts.ts'
import { fileRequest, type Picked } from './file-request.ts'

export function FileSheet({ subject, onClose }: { subject: FileSubject; onClose: () => void }) {
  const t = useTranslations()
  const timezone = useTimezone()
  const form = useForm<Picked>({
    initial: { format: 'pdf', from: subject.fromDay, to: subject.toDay },
    send: async (values) => {
      const { path } = await call(requestFile, fileRequest(subject, values, timezone), { ignore403: true })
      download(`${apiBase}${path}`)
      notify('success', t('file.started'))
      onClose()
    },
  })
  const { format, from, to } = form.values
  return (
    <Sheet isOpen onClose={onClose} title={t(`file.title_${subject.list}`)}>
      <form {...form.element} className="grid gap-5">
        <Tabs
          label={t('file.format')}
          value={format}
          onValueChange={(value) => form.fill('format', value)}
          items={fileFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        {form.errors.format === undefined ? (
          <p className="text-sm text-ink-soft">{t(`file.about_${format}`)}</p>
        ) : (
          <Callout tone="danger" icon={<CircleAlert aria-hidden />}>
            {form.errors.format}
          </Callout>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <MomentField type="date" label={t('file.from')} value={from} onChange={(day) => form.fill('from', day)} />
          <MomentField type="date" label={t('file.to')} value={to} onChange={(day) => form.fill('to', day)} />
        </div>
        <SubmitButton form={form} label={t('file.download')} icon={<Download aria-hidden className="size-5" />} />
      </form>
    </Sheet>
  )
}

/** A download by the browser, which streams to disk. */
function download(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
