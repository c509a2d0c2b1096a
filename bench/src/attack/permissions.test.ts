import { agentApi, type Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'

const staffIn = (staff: Endpoint['staff']) =>
  staff === 'all' ? ['staff'] : (staff ?? []).map((right) => `staff:${right}`)

test('the list of permissions and the contract say the same of every call', () => {
  const inContract = [
    ...agentApi.map(({ method, path, access, staff }) => [
      `${method} /api${path}`,
      [access, ...staffIn(staff)].join(' '),
    ]),
    ...partnerApi.map(([{ method, path }, permission]) => [`${method} /partner/v1${path}`, permission] as const),
    ...operatorApi.map(
      ({ method, path, roles }) =>
        [`${method} /operator/v1${path}`, typeof roles === 'string' ? roles : roles.toSorted().join(' ')] as const,
    ),
  ]
  const listed = permissions.map(({ method, path, who }) => [`${method} ${path}`, who.join(' ')])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(inContract))
})
