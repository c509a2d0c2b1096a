import type { OwnSession } from '@cashbox/contract'
import { changeOwnPassword, endOtherOperatorSessions, listOwnOperatorSessions } from '@cashbox/contract/operator'
import { Badge, Button, Card, Checkbox } from '@cashbox/ui'
import { useState } from 'react'
import { Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, passwordField } from '../../platform/forms/form.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer, useOperator, useSessionQuery } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { FactorBadge, Facts, When } from '../../platform/values/values.tsx'
import { Enrolment } from './enrolment.tsx'
import { PasskeyCard } from './passkey-card.tsx'

const t = textsOf('account')

export function AccountPage() {
  const { name, email, role } = useOperator()
  const [sent, setSent] = useState(0)
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
          <PasswordChange key={sent} onDone={() => setSent(sent + 1)} />
        </Card>
        <SecondFactor />
        {hasTwoFactor && <PasskeyCard />}
        <OwnSessions />
      </div>
    </>
  )
}

const PasswordChange = (act: ActProps) => (
  <ActForm
    {...act}
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
