import { CallFailure } from '@cashbox/client/call-failure'
import { type Passkey, removePasskey } from '@cashbox/contract/operator'
import { Button, Card, PasswordField, TextField } from '@cashbox/ui'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useActDialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { When } from '../../platform/values/values.tsx'
import { addPasskey, refreshPasskeys, usePasskeys } from './passkeys.ts'

export function PasskeyCard() {
  const t = useTranslations('account')
  const { open, dialog } = useActDialog()
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-lg font-semibold">{t('passkeys_title')}</h2>
      <p className="text-ink-soft">{t('passkeys_text')}</p>
      <Loaded query={usePasskeys()}>
        {(list) => (
          <PasskeyList
            list={list}
            onRemove={(passkey) =>
              open({ title: t('passkey_remove'), renderForm: (act) => <RemovePasskey {...act} passkey={passkey} /> })
            }
          />
        )}
      </Loaded>
      <Button
        variant="secondary"
        onClick={() => open({ title: t('passkey_add'), renderForm: (act) => <AddPasskey {...act} /> })}
      >
        {t('passkey_add')}
      </Button>
      {dialog}
    </Card>
  )
}

function PasskeyList({ list, onRemove }: { list: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const t = useTranslations('account')
  return (
    <ul aria-label={t('passkeys_title')} className="grid w-full gap-2 empty:hidden">
      {list.map((passkey) => (
        <li key={passkey.id} className="flex items-center justify-between gap-3 rounded-xl bg-sunken px-3 py-2">
          <span className="min-w-0">
            <span className="block truncate font-semibold">{passkey.name}</span>
            <span className="text-sm text-ink-soft">
              {t('passkey_used')} <When seconds={passkey.last_used_at} />
            </span>
          </span>
          <Button
            variant="ghost"
            icon={<Trash2 size={18} aria-hidden />}
            aria-label={t('passkey_remove_named', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('passkey_remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Any error but a CallFailure means that the operator cancelled in the browser. */
function AddPasskey({ onDone, ...act }: ActProps) {
  const t = useTranslations('account')
  return (
    <ActForm
      {...act}
      initial={{ name: '', password: '' }}
      send={async (values) => {
        try {
          await addPasskey(values)
        } catch (error) {
          if (error instanceof CallFailure) throw error
          return notify('error', t('passkey_stopped'))
        }
        notify('success', t('passkey_added', { name: values.name }))
        onDone?.()
      }}
      text={t('passkey_add_text')}
      submit={t('passkey_add')}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('passkey_name')} help={t('passkey_name_help')} maxLength={60} />
          <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />
        </>
      )}
    </ActForm>
  )
}

function RemovePasskey({ passkey: { id, name }, ...act }: ActProps & { passkey: Passkey }) {
  const t = useTranslations('account')
  return (
    <ActForm
      {...act}
      initial={{ password: '' }}
      send={async ({ password }) => {
        await call(removePasskey, { passkey_id: id, password })
        await refreshPasskeys()
      }}
      done={t('passkey_removed', { name })}
      text={t('passkey_remove_text', { name })}
      submit={t('passkey_remove')}
      variant="danger"
    >
      {(form) => <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />}
    </ActForm>
  )
}
