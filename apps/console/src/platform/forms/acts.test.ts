import { english } from '@cashbox/contract/console-texts/en'
import { expect, test } from 'vitest'

/** Places below which every group of texts is an act. */
const places = [
  'agents.acts',
  'agents.session',
  'approvals.decisions',
  'channels.acts',
  'destinations.acts',
  'operators.actions',
  'partners.acts',
  'settings.demo',
  'settings.maintenance',
  'transactions.acts',
]

/** Says how a request ended. */
const NO_ACT = 'over'

type Group = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null

test.each(places)('%s: every act has a title, a text and a button', (place) => {
  const groups = place.split('.').reduce<Group>((texts, name) => texts[name] as Group, english)
  const acts = Object.entries(groups).filter(([, texts]) => isGroup(texts)) as [string, Group][]
  expect(acts.length).toBeGreaterThan(0)
  const incomplete = acts.filter(
    ([, { title, text, button, submit }]) => !(title && text && (button !== undefined || submit !== undefined)),
  )
  expect(incomplete.map(([name]) => name).filter((name) => name !== NO_ACT)).toEqual([])
})
