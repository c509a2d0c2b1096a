import { useForm } from '@cashbox/client/use-form'
import { type AgentNote, addAgentNote, type KnownAgent, listAgentNotes } from '@cashbox/contract/operator'
import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { StickyNote } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useList } from '../../platform/list.ts'
import { Loaded } from '../../platform/loaded.tsx'
import { ShowMore } from '../../platform/show-more.tsx'
import { Submit } from '../../platform/submit.tsx'
import { When } from '../../platform/values.tsx'
import { agentKeys, renewAgent } from './agents.ts'

/** Notes of operators to each other about an agent. */
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
  const query = useList(agentKeys.tab(agentId, 'notes'), listAgentNotes, { agent_id: agentId })
  const { rows } = query
  return (
    <Loaded query={{ ...query, data: rows ?? undefined }} skeleton={<Skeleton className="h-24" />}>
      {(notes) =>
        notes.length === 0 ? (
          <EmptyState icon={<StickyNote aria-hidden />} title={t('agents.notes.none')} />
        ) : (
          <div className="grid gap-4">
            <ul aria-label={t('agents.tabs.notes')} className="grid gap-4">
              {notes.map((note) => (
                <NoteRow key={note.id} note={note} />
              ))}
            </ul>
            <ShowMore query={query} />
          </div>
        )
      }
    </Loaded>
  )
}

const NoteRow = ({ note: { text, author, written_at } }: { note: AgentNote }) => (
  <li className="grid gap-1 border-b border-line pb-4 last:border-b-0 last:pb-0">
    <p className="whitespace-pre-wrap wrap-anywhere">
      <bdi>{text}</bdi>
    </p>
    <p className="text-sm text-ink-soft">
      <bdi>{author}</bdi> · <When seconds={written_at} />
    </p>
  </li>
)
