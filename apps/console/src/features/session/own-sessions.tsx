import { useForm } from '@cashbox/client/use-form'
import { endOtherOperatorSessions, listOwnOperatorSessions } from '@cashbox/contract/operator'
import { Badge, Button, Card } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { Loaded } from '../../platform/loaded.tsx'
import { notify } from '../../platform/notices.ts'
import { PasswordField } from '../../platform/password-field.tsx'
import { queryClient } from '../../platform/queries.ts'
import { sessionKeys } from '../../platform/session.ts'
import { When } from '../../platform/values.tsx'

/** One session by its ID, or all others. */
interface Ending {
  readonly sessionId: string | null
}

/** Where one is logged in, and a way to log out there. */
export function OwnSessions() {
  const t = useTranslations('account')
  const [ending, setEnding] = useState<Ending | null>(null)
  const query = useQuery({
    queryKey: sessionKeys.own,
    queryFn: async ({ signal }) => (await call(listOwnOperatorSessions, {}, { signal })).list,
  })
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">{t('sessions_title')}</h2>
      <Loaded query={query}>
        {(sessions) => (
          <>
            <ul className="grid gap-3">
              {sessions.map(({ id, user_agent, ip, last_seen_at, is_current }) => (
                <li key={id} className="grid justify-items-start gap-1">
                  <span className="wrap-anywhere">{user_agent}</span>
                  <span className="text-ink-soft">
                    {ip} · <When seconds={last_seen_at} />
                  </span>
                  {is_current ? (
                    <Badge tone="approved">{t('this_session')}</Badge>
                  ) : (
                    <Button variant="secondary" onClick={() => setEnding({ sessionId: id })}>
                      {t('end_session')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 2 && (
              <Button variant="secondary" className="justify-self-start" onClick={() => setEnding({ sessionId: null })}>
                {t('end_sessions')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      {ending && <EndDialog {...ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

function EndDialog({ sessionId, onClose }: Ending & { onClose: () => void }) {
  const t = useTranslations()
  const title = sessionId === null ? t('account.end_sessions') : t('account.end_session')
  const form = useForm({
    initial: { password: '' },
    send: async ({ password }) => {
      await call(endOtherOperatorSessions, { password, ...(sessionId === null ? {} : { session_id: sessionId }) })
      await queryClient.invalidateQueries({ queryKey: sessionKeys.own })
      notify('success', t('account.sessions_ended'))
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={title} closeLabel={t('common.close')}>
      <ActForm form={form} text={t('account.end_text')} submit={title} variant="danger" onCancel={onClose}>
        <PasswordField form={form} name="password" label={t('account.password')} autoComplete="current-password" />
      </ActForm>
    </Sheet>
  )
}
