import { useForm } from '@cashbox/client/use-form'
import {
  type AlertDestination,
  activateAlertDestination,
  changeAlertDestination,
  removeAlertDestination,
} from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { ActDialog, ActForm, type ActProps, ReasonField, ReasonForm } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { cacheDestination, refreshDestinations } from './destinations.ts'
import { FilterFields, filterOf, initialFilter } from './new-destination.tsx'

type ReasonedAct = 'activate' | 'switch_on' | 'switch_off' | 'remove'

export type DestinationAct = 'change' | ReasonedAct

interface DestinationDialogProps {
  readonly act: DestinationAct
  readonly destination: AlertDestination
  readonly onClose: () => void
}

type ReasonedProps = ActProps & { readonly destination: AlertDestination; readonly act: ReasonedAct }

export function DestinationDialog({ act, destination, onClose }: DestinationDialogProps) {
  const t = useTranslations('destinations.acts')
  return (
    <ActDialog
      thing={destination}
      title={({ name }) => t(`${act}.title`, { name })}
      reload={refreshDestinations}
      onClose={onClose}
    >
      {(seen, props) =>
        act === 'change' ? (
          <ChangeForm {...props} destination={seen} />
        ) : (
          <ReasonedForm {...props} destination={seen} act={act} />
        )
      }
    </ActDialog>
  )
}

function ChangeForm({ destination, onDone, onReload }: ActProps & { destination: AlertDestination }) {
  const t = useTranslations('destinations')
  const { id: destination_id, version } = destination
  const form = useForm({
    initial: { ...initialFilter(destination), name: destination.name, reason: '' },
    send: async (values) => {
      const { name, reason } = values
      const change = { destination_id, version, name, reason, ...filterOf(values) }
      cacheDestination((await call(changeAlertDestination, change)).destination)
      notify('success', t('acts.change.done', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('acts.change.text')}
      submit={t('acts.change.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <FilterFields form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}

function ReasonedForm({ destination, act, ...props }: ReasonedProps) {
  const t = useTranslations('destinations.acts')
  const notifyChanged = useChangeToast()
  const { undo, reasonOf } = useUndo()
  const { id: destination_id, version, name } = destination
  const send = async (reason: string) => {
    if (act === 'remove') {
      await call(removeAlertDestination, { destination_id, version, reason })
    } else if (act === 'activate') {
      notifyChanged((await call(activateAlertDestination, { destination_id, reason })).request, '')
    } else {
      const turn = async (is_enabled: boolean, why: string, seen = version) => {
        const change = { destination_id, version: seen, reason: why, is_enabled }
        const { destination: changed } = await call(changeAlertDestination, change)
        cacheDestination(changed)
        return changed.version
      }
      const after = await turn(act === 'switch_on', reason)
      if (act === 'switch_off') {
        const switchOn = () => turn(true, reasonOf(reason), after)
        notify('success', t('switch_off.done', { name }), undo(switchOn, t('switch_on.done', { name })))
      }
    }
    await refreshDestinations()
  }
  return (
    <ReasonForm
      {...props}
      text={t(`${act}.text`, { name })}
      submit={t(`${act}.submit`)}
      variant={act === 'remove' || act === 'switch_off' ? 'danger' : 'primary'}
      done={act === 'activate' || act === 'switch_off' ? undefined : t(`${act}.done`, { name })}
      send={send}
    />
  )
}
