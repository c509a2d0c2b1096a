import { CallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { type Passkey, removePasskey } from '@cashbox/contract/operator'
import { Button, Card, TextField } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm } from '../../platform/forms/act-form.tsx'
import { PasswordField } from '../../platform/forms/submit.tsx'
import { Loaded } from '../../platform/page/loaded.tsx'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { When } from '../../platform/values/values.tsx'
import { addPasskey, refreshPasskeys, usePasskeys } from './passkeys.ts'

type Opened = 'add' | Passkey | null

export function PasskeyCard() {
  const t = useTranslations()
  const query = usePasskeys()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-lg font-semibold">{t('account.passkeys_title')}</h2>
      <p className="text-ink-soft">{t('account.passkeys_text')}</p>
      <Loaded query={query}>{(list) => <PasskeyList list={list} onRemove={setOpened} />}</Loaded>
      <Button variant="secondary" onClick={() => setOpened('add')}>
        {t('account.passkey_add')}
      </Button>
      <Sheet
        isOpen={opened !== null}
        onClose={close}
        title={t(opened === 'add' ? 'account.passkey_add' : 'account.passkey_remove')}
        closeLabel={t('common.close')}
      >
        {opened === 'add' && <AddPasskey onDone={close} />}
        {opened !== null && opened !== 'add' && <RemovePasskey passkey={opened} onDone={close} />}
      </Sheet>
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

function AddPasskey({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account')
  const form = useForm({
    initial: { name: '', password: '' },
    send: async (values) => {
      try {
        await addPasskey(values)
      } catch (error) {
        if (error instanceof CallFailure) throw error
        notify('error', t('passkey_stopped'))
        return
      }
      notify('success', t('passkey_added', { name: values.name }))
      onDone()
    },
  })
  return (
    <ActForm form={form} text={t('passkey_add_text')} submit={t('passkey_add')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('passkey_name')} help={t('passkey_name_help')} maxLength={60} />
      <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />
    </ActForm>
  )
}

function RemovePasskey({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations('account')
  const form = useForm({
    initial: { password: '' },
    send: async ({ password }) => {
      await call(removePasskey, { passkey_id: id, password })
      await refreshPasskeys()
      notify('success', t('passkey_removed', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('passkey_remove_text', { name })}
      submit={t('passkey_remove')}
      variant="danger"
      onCancel={onDone}
    >
      <PasswordField form={form} name="password" label={t('password')} autoComplete="current-password" />
    </ActForm>
  )
}
