import { expect, test } from 'vitest'
import { type AgentPoint, indexAgents } from './cluster.ts'

const WORLD = { south: -90, west: -180, north: 90, east: 180 }
const point = (id: string, lat: number, lon: number, status: AgentPoint['status'] = 'approved'): AgentPoint => ({
  id,
  name: id,
  status,
  lat,
  lon,
  float: 500,
  volume: 20,
})

test('agents near each other are one group from afar, with their statuses and sums, and single ones from near', () => {
  const index = indexAgents([point('a', 41.3, 69.2), point('b', 41.31, 69.21, 'blocked'), point('c', -33, 151)])
  const far = index.groupsIn(WORLD, 2)
  expect(far.find(({ agents }) => agents === 2)).toMatchObject({
    statuses: { approved: 1, blocked: 1 },
    float: 1000,
    volume: 40,
    agent: null,
  })
  expect(far.find(({ agents }) => agents === 1)?.agent?.id).toBe('c')
  expect(index.groupsIn({ south: 41, west: 69, north: 42, east: 70 }, 16).map(({ agent }) => agent?.id)).toEqual(
    expect.arrayContaining(['a', 'b']),
  )
})

test('the box of a group holds all of its agents and no other', () => {
  const index = indexAgents([point('a', 41.3, 69.2), point('b', 41.31, 69.21), point('c', -33, 151)])
  const box = index
    .groupsIn(WORLD, 2)
    .find(({ agents }) => agents === 2)
    ?.box()
  expect(box && index.agentsIn(box).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('no agent is lost or counted twice, at any zoom', () => {
  const points = Array.from({ length: 3000 }, (_, index) => point(`${index}`, (index * 7) % 80, (index * 13) % 170))
  const index = indexAgents(points)
  for (const zoom of [0, 3, 6, 12, 18])
    expect(index.groupsIn(WORLD, zoom).reduce((sum, { agents }) => sum + agents, 0)).toBe(3000)
})
