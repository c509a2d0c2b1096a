import { getProfile } from '@cashbox/contract'
import { listAgents, listAlerts, operatorApi, readToday } from '@cashbox/contract/operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld } from '@cashbox/testing/world'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

const template = inject('template')

describe('with a replica in the configuration', () => {
  test('lists and charts of operators ask it, everything else does not, and one that is none is not used', async () => {
    const url = template.url
    const world = await openWorld({
      env: { CASHBOX_MODE: 'sandbox', DATABASE_URL: url, DATABASE_REPLICA_URL: url },
    })
    onTestFinished(() => world.close())
    const reads = async () => {
      const metrics = await (await fetch(`${world.address}/metrics`)).text()
      return metrics.split('\n').filter((line) => line.startsWith('cashbox_replica_reads_total{'))
    }
    const operator = await operatorOf(world.address, 'admin')
    const token = await world.logIn('approved')
    expect((await world.call(getProfile, {}, { token })).status).toBe(200)
    expect((await operator.call(readToday, {})).status).toBe(200)
    expect(await reads()).toEqual([])
    const [agent] = (await operator.call(listAgents, {})).payload.list
    const fields = { agent_id: agent?.id, cash_id: agent?.cash_id, account: 'float', step: 'day', currency_code: 'UZS' }
    for (const call of operatorApi.filter(({ readsReplica, files }) => readsReplica && files.length === 0)) {
      const before = await reads()
      const code = call.path.includes('partner') ? 'sandbox' : 'tashkent'
      const names = Object.keys((call.input as unknown as { shape: object }).shape)
      const input = Object.entries({ ...fields, code }).filter(([name]) => names.includes(name))
      expect([call.path, (await operator.call(call, Object.fromEntries(input))).status]).toEqual([call.path, 200])
      expect([call.path, await reads()]).not.toEqual([call.path, before])
    }
    const before = await reads()
    const file = await fetch(`${world.address}/operator/v1/exports/agents?format=csv`, {
      headers: { cookie: operator.cookie() },
    })
    expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('Cash ID')])
    expect(await reads()).not.toEqual(before)
    expect(await reads()).toEqual([
      expect.stringMatching(/^cashbox_replica_reads_total\{from="primary_foreign"\} \d+$/),
    ])

    const { list } = (await operator.call(listAlerts, {})).payload
    expect(list.filter(({ kind }) => kind === 'replica_unused')).toMatchObject([
      { id: 'replica_unused:network', severity: 'warning', values: { because: 'foreign' } },
    ])
  })
})
