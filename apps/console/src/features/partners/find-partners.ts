import { listPartners } from '@cashbox/contract/operator'
import type { Finder } from '../../platform/finder.ts'
import { call } from '../../platform/session/call.ts'
import { rolesOf } from '../../platform/session/roles.ts'

/** By name or code. */
export const partnerFinder: Finder = {
  name: 'partners',
  roles: rolesOf(listPartners),
  find: async (query, signal) => {
    const wanted = query.toLowerCase()
    const { list } = await call(listPartners, {}, { signal })
    return list
      .filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))
      .map(({ name, code }) => ({ href: `/partners/${code}`, label: name, hint: code }))
  },
}
