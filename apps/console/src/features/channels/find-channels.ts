import { listChannels } from '@cashbox/contract/operator'
import type { Finder } from '../../platform/finder.ts'
import { call } from '../../platform/session/call.ts'
import { rolesOf } from '../../platform/session/roles.ts'

/** By name or code. */
export const channelFinder: Finder = {
  name: 'channels',
  roles: rolesOf(listChannels),
  find: async (query, signal) => {
    const wanted = query.toLowerCase()
    const { list } = await call(listChannels, {}, { signal })
    return list
      .filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))
      .map(({ name, code, currency_code }) => ({ href: `/channels/${code}`, label: name, hint: currency_code }))
  },
}
