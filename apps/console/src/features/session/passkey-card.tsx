import { CallFailure } from '@cashbox/client/call-failure'
import { beginPasskey, type Passkey, removePasskey } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { Trash2 } from 'lucide-react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, passwordField, stayOpen, textField } from '../../platform/forms/form.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { LabelledTime } from '../../platform/values/values.tsx'
import { addPasskey, refreshPasskeys, usePasskeys } from './passkeys.ts'

const t = textsOf('account')

export function PasskeyCard() {
  const act = actsWith()
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-lg font-semibold">{t('passkeys_title')}</h2>
      <p className="text-ink-soft">{t('passkeys_text')}</p>
      <Loaded query={usePasskeys()}>
        {(list) => (
          <ul aria-label={t('passkeys_title')} className="grid w-full gap-2 empty:hidden">
            {list.map((passkey) => (
              <li key={passkey.id} className="flex items-center justify-between gap-3 rounded-xl bg-sunken px-3 py-2">
                <span className="min-w-0">
                  <span className="block truncate font-semibold">{passkey.name}</span>
                  <LabelledTime label={t('passkey_used')} seconds={passkey.last_used_at} />
                </span>
                <RemoveButton passkey={passkey} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Acts acts={[act('account.passkeys.add', beginPasskey, null, <AddPasskey />)]} />
    </Card>
  )
}

/** Any error but a CallFailure means that the operator cancelled in the browser. */
const AddPasskey = () => (
  <ActForm
    initial={{ name: '', password: '' }}
    send={async (values) => {
      try {
        await addPasskey(values)
      } catch (error) {
        if (error instanceof CallFailure) throw error
        notify('error', t('passkey_stopped'))
        return stayOpen
      }
      return values
    }}
    done={({ name }) => t('passkey_added', { name })}
  >
    {(form) => (
      <>
        {textField(form, 'name', t('passkey_name'), { help: t('passkey_name_help'), maxLength: 60 })}
        {passwordField(form, 'password', t('password'), { autoComplete: 'current-password' })}
      </>
    )}
  </ActForm>
)

function RemoveButton({ passkey: { id: passkey_id, name } }: { passkey: Passkey }) {
  const form = (
    <ActForm
      initial={{ password: '' }}
      send={({ password }) => call(removePasskey, { passkey_id, password }).then(refreshPasskeys)}
      variant="danger"
    >
      {(form) => passwordField(form, 'password', t('password'), { autoComplete: 'current-password' })}
    </ActForm>
  )
  const look = { variant: 'ghost', ariaLabel: t('passkey_remove_named', { name }) } as const
  return <Acts acts={[actsWith({ name })('account.passkeys.remove', removePasskey, Trash2, form, look)]} />
}
