import { useForm } from '@cashbox/client/use-form'
import { addAlertDestination, type DestinationKind, destinationKinds } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { useSayChanged } from '../../platform/change-requests.ts'
import { useOperator } from '../../platform/session.ts'
import { showSecretOnce } from '../../platform/shown-secret.ts'
import { initialWishes, WishFields, type WishValues, wishOf } from './destination-fields.tsx'
import { keepDestination, renewDestinations } from './destinations.ts'

type Values = WishValues & {
  kind: DestinationKind
  name: string
  target: string
  token: string
  reason: string
}

export function NewDestination({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  return (
    <Sheet isOpen onClose={onClose} title={t('destinations.add.title')} closeLabel={t('common.close')}>
      <NewForm onDone={onClose} />
    </Sheet>
  )
}

function NewForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('destinations')
  const sayChanged = useSayChanged()
  const operatorId = useOperator().id
  const initial: Values = { ...initialWishes(), kind: 'email', name: '', target: '', token: '', reason: '' }
  const form = useForm({
    initial,
    send: async (values) => {
      const { destination, secret, request } = await call(addAlertDestination, inputOf(values))
      keepDestination(destination)
      void renewDestinations()
      const { name } = destination
      if (secret !== null) {
        const [title, text] = [t('secret.title'), t('secret.text', { name })]
        showSecretOnce({ operatorId, title, text, keyId: null, secret })
      }
      sayChanged(request, '')
      onDone()
    },
  })
  const { kind } = form.values
  return (
    <ActForm form={form} text={t('add.text')} submit={t('add.submit')} onCancel={onDone}>
      <SelectField
        form={form}
        name="kind"
        label={t('kind')}
        options={destinationKinds.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField
        form={form}
        name="target"
        label={t(`targets.${kind}`)}
        help={t(`target_help.${kind}`)}
        type={kind === 'email' ? 'email' : kind === 'webhook' ? 'url' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
      />
      {kind === 'telegram' && (
        <TextField form={form} name="token" label={t('token')} help={t('token_help')} type="password" maxLength={120} />
      )}
      <WishFields form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}

function inputOf(values: Values) {
  const { kind, name, target, token, reason } = values
  const given = { name, target, reason, ...wishOf(values) }
  return kind === 'telegram' ? { ...given, kind, token } : { ...given, kind }
}
