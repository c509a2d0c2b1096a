import { useForm } from '@cashbox/client/use-form'
import { type AlertPause, alertKinds, pauseAlerts } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Sheet } from '@cashbox/ui/dialog'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField, ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'
import { Section } from '../../platform/section.tsx'
import { useUndo } from '../../platform/use-undo.ts'
import { When } from '../../platform/values.tsx'
import { kindOf, useKindNames } from './alert-kinds.ts'
import { keepPauses } from './destinations.ts'

const HOURS = [1, 4, 12, 24, 72, 168] as const

/** Kinds of alerts that no destination is told of for some hours. */
export function Pauses({ pauses }: { pauses: readonly AlertPause[] }) {
  const t = useTranslations('destinations.pauses')
  const mayPause = useMay(pauseAlerts)
  const [asked, setAsked] = useState<'new' | AlertPause | null>(null)
  const close = () => setAsked(null)
  return (
    <Section title={t('title')}>
      <p className="max-w-prose text-ink-soft">{t('text')}</p>
      {pauses.length > 0 && (
        <ul className="grid gap-2">
          {pauses.map((pause) => (
            <PauseRow key={pause.alert_kind} pause={pause} onEnd={mayPause ? () => setAsked(pause) : null} />
          ))}
        </ul>
      )}
      {mayPause && (
        <div>
          <Button variant="secondary" icon={<BellOff size={16} aria-hidden />} onClick={() => setAsked('new')}>
            {t('button')}
          </Button>
        </div>
      )}
      {asked === 'new' && <NewPause pauses={pauses} onClose={close} />}
      {asked !== null && asked !== 'new' && <EndPause pause={asked} onClose={close} />}
    </Section>
  )
}

function PauseRow({ pause, onEnd }: { pause: AlertPause; onEnd: (() => void) | null }) {
  const t = useTranslations('destinations.pauses')
  const names = useKindNames()
  const { alert_kind, until, paused_by, reason } = pause
  return (
    <li>
      <Card className="flex flex-wrap items-center justify-between gap-3 py-3">
        <span className="grid min-w-0">
          <span className="font-semibold wrap-anywhere">{names([alert_kind])}</span>
          <span className="text-sm text-ink-soft wrap-anywhere">
            {t('until')} <When seconds={until} /> · <bdi>{paused_by}</bdi>: <bdi>{reason}</bdi>
          </span>
        </span>
        {onEnd && (
          <Button variant="secondary" onClick={onEnd}>
            {t('end.button')}
          </Button>
        )}
      </Card>
    </li>
  )
}

function NewPause({ pauses, onClose }: { pauses: readonly AlertPause[]; onClose: () => void }) {
  const t = useTranslations()
  const { undo, reasonOf } = useUndo()
  const form = useForm({
    initial: { alert_kind: 'rate_stale', hours: '4', reason: '' },
    send: async ({ alert_kind, hours, reason }) => {
      const pause = async (length: number, why: string) =>
        keepPauses((await call(pauseAlerts, { alert_kind: kindOf(alert_kind), hours: length, reason: why })).pauses)
      await pause(Number(hours), reason)
      // A longer or shorter pause takes the place of the one before it, which an end would not bring back.
      const isNew = !pauses.some((known) => known.alert_kind === alert_kind)
      const takeBack = undo(() => pause(0, reasonOf(reason)), t('destinations.pauses.end.done'))
      notify('success', t('destinations.pauses.done'), isNew ? takeBack : undefined)
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={t('destinations.pauses.dialog')} closeLabel={t('common.close')}>
      <ActForm form={form} submit={t('destinations.pauses.submit')} onCancel={onClose}>
        <SelectField
          form={form}
          name="alert_kind"
          label={t('destinations.pauses.kind')}
          options={alertKinds.map((value) => ({ value, label: t(`destinations.kind_names.${value}`) }))}
        />
        <SelectField
          form={form}
          name="hours"
          label={t('destinations.pauses.length')}
          options={HOURS.map((hours) => ({
            value: String(hours),
            label: t('destinations.pauses.hours', { count: hours }),
          }))}
        />
        <ReasonField form={form} />
      </ActForm>
    </Sheet>
  )
}

function EndPause({ pause: { alert_kind }, onClose }: { pause: AlertPause; onClose: () => void }) {
  const t = useTranslations()
  const names = useKindNames()
  return (
    <Sheet isOpen onClose={onClose} title={t('destinations.pauses.end.title')} closeLabel={t('common.close')}>
      <ReasonForm
        text={t('destinations.pauses.end.text', { kind: names([alert_kind]).join('') })}
        submit={t('destinations.pauses.end.submit')}
        done={t('destinations.pauses.end.done')}
        onDone={onClose}
        send={async (reason) =>
          keepPauses((await call(pauseAlerts, { alert_kind: kindOf(alert_kind), hours: 0, reason })).pauses)
        }
      />
    </Sheet>
  )
}
