import { CallFailure } from '@cashbox/client/call-failure'
import { type OwnSession } from '@cashbox/contract'
import {
  beginPasskey,
  changeOwnPassword,
  endOtherOperatorSessions,
  listOwnOperatorSessions,
  type Passkey,
  removePasskey,
} from '@cashbox/contract/operator'
import { Badge, Button, Card, Checkbox } from '@cashbox/ui'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Acts, actsWith, Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, passwordField, Renewed, stayOpen, textField } from '../../platform/forms/form.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer, useOperator, useSessionQuery } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { FactorBadge, Facts, LabelledTime, When } from '../../platform/values/values.tsx'
import { Enrolment } from './enrolment.tsx'
import { addPasskey, refreshPasskeys, usePasskeys } from './passkeys.ts'

const t = textsOf('account')

export function AccountPage() {
  const { name, email, role } = useOperator()
  const hasTwoFactor = useSessionQuery().data?.has_two_factor ?? false
  return (
    <>
      <PageHead title={textAt('pages.account')} />
      <div className="grid max-w-2xl gap-5">
        <Card>
          <Facts
            facts={{
              [textAt('operators.name')]: name,
              [textAt('operators.email')]: email,
              [textAt('operators.role')]: textAt(`roles.${role}`),
            }}
          />
        </Card>
        <Card className="grid gap-4">
          <h2 className="text-lg font-semibold">{t('password_title')}</h2>
          <Renewed>
            <PasswordChange />
          </Renewed>
        </Card>
        <SecondFactor />
        {hasTwoFactor && <PasskeyCard />}
        <OwnSessions />
      </div>
    </>
  )
}

const PasswordChange = () => (
  <ActForm
    className="grid max-w-md gap-4"
    initial={{ password: '', new_password: '' }}
    send={(values) => call(changeOwnPassword, values)}
    done={t('password_changed')}
    submit={t('change_password')}
  >
    {(form) => (
      <>
        {passwordField(form, 'password', t('password'), { autoComplete: 'current-password' })}
        {passwordField(form, 'new_password', t('new_password'), {
          help: t('password_help'),
          autoComplete: 'new-password',
        })}
      </>
    )}
  </ActForm>
)

function SecondFactor() {
  const { data: session } = useSessionQuery()
  const [isOpen, setOpen] = useState(false)
  const has = session?.has_two_factor ?? false
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-lg font-semibold">{t('factor_title')}</h2>
      <FactorBadge state={has ? 'factor_on' : 'factor_off'} />
      <p className="text-ink-soft">{t(has ? 'factor_on_text' : 'factor_off_text')}</p>
      {!has && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('factor_set_up')}
        </Button>
      )}
      {isOpen && !has && (
        <Dialog onClose={() => setOpen(false)} title={textAt('log_in.enrolment.title')}>
          <Enrolment />
        </Dialog>
      )}
    </Card>
  )
}

interface Ending {
  readonly title: string
  /** None for all other sessions. */
  readonly target: { readonly session_id?: string; readonly session_ids?: string[] }
  /** Their outcome is shown one by one. */
  readonly chosen?: readonly OwnSession[]
}

export function OwnSessions() {
  const [ending, setEnding] = useState<Ending | null>(null)
  const query = useAnswer(listOwnOperatorSessions, {})
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">{t('sessions_title')}</h2>
      <Loaded query={query}>{({ list }) => <Sessions sessions={list} onEnd={setEnding} />}</Loaded>
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

function Sessions({ sessions, onEnd }: { sessions: readonly OwnSession[]; onEnd: (ending: Ending) => void }) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const others = sessions.filter(({ is_current }) => !is_current)
  const chosen = others.filter(({ id }) => marked.has(id))
  const endChosen = t('end_chosen', { count: formatWhole(chosen.length) })
  const mark = (id: string, isMarked: boolean) =>
    setMarked((before) => new Set(isMarked ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <>
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li key={session.id} className="grid justify-items-start gap-1">
            {others.length > 1 && !session.is_current ? (
              <Checkbox
                className="wrap-anywhere"
                label={session.user_agent ?? session.ip}
                checked={marked.has(session.id)}
                onChange={({ target }) => mark(session.id, target.checked)}
              />
            ) : (
              <span className="wrap-anywhere">{session.user_agent}</span>
            )}
            <span className="text-ink-soft">
              <bdi dir="ltr">{session.ip}</bdi> · <When seconds={session.last_seen_at} />
            </span>
            {session.is_current ? (
              <Badge tone="approved">{t('this_session')}</Badge>
            ) : (
              <Button
                variant="secondary"
                onClick={() => onEnd({ title: t('end_session'), target: { session_id: session.id } })}
              >
                {t('end_session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {chosen.length > 0 && (
            <Button
              variant="secondary"
              onClick={() => onEnd({ title: endChosen, target: { session_ids: chosen.map(({ id }) => id) }, chosen })}
            >
              {endChosen}
            </Button>
          )}
          <Button variant="secondary" onClick={() => onEnd({ title: t('end_sessions'), target: {} })}>
            {t('end_sessions')}
          </Button>
        </div>
      )}
    </>
  )
}

function EndDialog({ ending: { title, target, chosen }, onClose }: { ending: Ending; onClose: () => void }) {
  const [endedIds, setEndedIds] = useState<readonly string[] | null>(null)
  return (
    <Dialog onClose={onClose} title={title}>
      {chosen && endedIds ? (
        <Outcomes sessions={chosen} endedIds={endedIds} />
      ) : (
        <ActForm
          initial={{ password: '' }}
          send={async ({ password }) => {
            const { ended_ids } = await call(endOtherOperatorSessions, { password, ...target })
            await refresh(listOwnOperatorSessions.path)
            if (chosen) return setEndedIds(ended_ids)
            notify('success', t('sessions_ended'))
            onClose()
          }}
          text={t('end_text')}
          submit={title}
          variant="danger"
          onCancel={onClose}
        >
          {(form) => passwordField(form, 'password', t('password'), { autoComplete: 'current-password' })}
        </ActForm>
      )}
    </Dialog>
  )
}

const Outcomes = ({ sessions, endedIds }: { sessions: readonly OwnSession[]; endedIds: readonly string[] }) => (
  <div role="status">
    <ul className="grid gap-3">
      {sessions.map(({ id, user_agent, ip }) => (
        <li key={id} className="grid justify-items-start gap-1">
          <span className="wrap-anywhere">{user_agent}</span>
          <span className="text-ink-soft">{ip}</span>
          <Badge tone={endedIds.includes(id) ? 'approved' : 'neutral'}>
            {t(endedIds.includes(id) ? 'session_ended' : 'session_over')}
          </Badge>
        </li>
      ))}
    </ul>
  </div>
)

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
