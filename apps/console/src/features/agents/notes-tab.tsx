import { addAgentNote, type KnownAgent, listAgentNotes } from '@cashbox/contract/operator'
import { Button, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { StickyNote } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { Failed } from '../../platform/failed.tsx'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { useList } from '../../platform/list.ts'
import { Submit } from '../../platform/submit.tsx'
import { When } from '../../platform/values.tsx'
import { partKey, renewAgent } from './agents.ts'

/** What operators tell each other about an agent. */
export function NotesTab({ agent: { id } }: { agent: KnownAgent }) {
  const [round, setRound] = useState(0)
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <NewNote key={round} agentId={id} onDone={() => setRound((before) => before + 1)} />
      </Card>
      <Card>
        <Notes agentId={id} />
      </Card>
    </div>
  )
}

function NewNote({ agentId, onDone }: { agentId: string; onDone: () => void }) {
  const t = useTranslations('agents.notes')
  const form = useForm({
    initial: { text: '' },
    send: async ({ text }) => {
      await call(addAgentNote, { agent_id: agentId, text })
      await renewAgent(agentId)
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <TextAreaField form={form} name="text" label={t('new')} help={t('help')} maxLength={2000} />
      <Submit form={form} label={t('add')} isDisabled={form.values.text.trim() === ''} />
    </form>
  )
}

function Notes({ agentId }: { agentId: string }) {
  const t = useTranslations()
  const query = useList(partKey(agentId, 'notes'), listAgentNotes, { agent_id: agentId })
  const { rows, error, isFetching, refetch } = query
  if (rows === null && error) return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (rows === null) return <Skeleton className="h-24" />
  if (rows.length === 0) return <EmptyState icon={<StickyNote aria-hidden />} title={t('agents.notes.none')} />
  return (
    <div className="grid gap-4">
      <ul aria-label={t('agents.tabs.notes')} className="grid gap-4">
        {rows.map(({ id, text, author, written_at }) => (
          <li key={id} className="grid gap-1 border-b border-line pb-4 last:border-b-0 last:pb-0">
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            <p className="text-sm text-ink-soft">
              {author} · <When seconds={written_at} />
            </p>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('common.show_more')}
        </Button>
      )}
    </div>
  )
}
