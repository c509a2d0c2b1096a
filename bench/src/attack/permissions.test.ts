import { agentApi } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'

test('the list of permissions and the contract say the same of every call', () => {
  const inContract = [
    ...agentApi.map(({ method, path, access }) => [`${method} /api${path}`, access] as const),
    ...partnerApi.map(([{ method, path }, permission]) => [`${method} /partner/v1${path}`, permission] as const),
    ...operatorApi.map(
      ({ method, path, roles }) =>
        [`${method} /operator/v1${path}`, typeof roles === 'string' ? roles : roles.toSorted().join(' ')] as const,
    ),
  ]
  const listed = permissions.map(({ method, path, who }) => [`${method} ${path}`, who.join(' ')])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(inContract))
})
