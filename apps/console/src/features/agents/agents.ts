import {
  type ChoiceKind,
  type KnownAgent,
  listAgents,
  listAudit,
  listChoices,
  readAgent,
} from '@cashbox/contract/operator'
import { currentLocale } from '../../platform/language/language.ts'
import { type ListInput, useList } from '../../platform/list/use-list.tsx'
import { cacheAnswer, keyOf, refresh, useAnswer } from '../../platform/session/call.ts'

export const useAgents = (filters: ListInput<typeof listAgents>) => useList(listAgents, filters)

export const useAgent = (id: string) => useAnswer(readAgent, { agent_id: id }, { select: ({ agent }) => agent })

/** Returns the answer of which it caches the agent. Also fetches again what depends on the agent. */
export function cacheAgent<Answer extends { readonly agent: KnownAgent }>(answer: Answer): Answer {
  const { agent } = answer
  cacheAnswer(keyOf(readAgent, { agent_id: agent.id }), () => ({ agent }))
  void refreshAgents()
  return answer
}

export const refreshAgents = () => refresh(listAgents.path, listAudit.path)

/** In alphabetical order of the reader's language. */
export const useChoices = (wanted: ChoiceKind) =>
  useAnswer(
    listChoices,
    {},
    {
      select: ({ list }) =>
        list
          .filter(({ kind }) => kind === wanted)
          .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale())),
    },
  )
