import * as api from '@cashbox/contract/operator'
import { currentLocale } from '../../platform/language/language.ts'
import { cacheAnswer, keyOf, refresh, useAnswer } from '../../platform/session/session.ts'

export const useAgent = (id: string) => useAnswer(api.readAgent, { agent_id: id }, { select: ({ agent }) => agent })

/** Returns the answer of which it caches the agent. Also fetches again what depends on the agent. */
export function cacheAgent<Answer extends { readonly agent: api.KnownAgent }>(answer: Answer): Answer {
  const { agent } = answer
  cacheAnswer(keyOf(api.readAgent, { agent_id: agent.id }), () => ({ agent }))
  void refreshAgents()
  return answer
}

export const refreshAgents = () => refresh(api.listAgents.path, api.listAudit.path)

/** In alphabetical order of the reader's language. */
export const useChoices = (wanted: api.ChoiceKind) =>
  useAnswer(
    api.listChoices,
    {},
    {
      select: ({ list }) =>
        list
          .filter(({ kind }) => kind === wanted)
          .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale())),
    },
  )
