import { listAgents } from '@cashbox/contract/operator'
import type { Finder } from '../../platform/finder.ts'
import { call } from '../../platform/session/call.ts'
import { rolesOf } from '../../platform/session/roles.ts'
import { fullName } from '../../platform/values/formats.ts'

/** By cash ID, name, e-mail address or phone number. */
export const agentFinder: Finder = {
  name: 'agents',
  roles: rolesOf(listAgents),
  find: async (search, signal) => {
    const { list } = await call(listAgents, { search, limit: '6' }, { signal })
    return list.map((agent) => ({
      href: `/agents/${agent.id}`,
      label: `${fullName(agent)} · ${agent.cash_id}`,
      hint: agent.email,
    }))
  },
}
