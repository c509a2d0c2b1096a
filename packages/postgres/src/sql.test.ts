import { expect, test } from 'vitest'
import { sql } from './database.ts'

test('every value is a parameter, and the same statement has the same name', () => {
  const find = (id: unknown) => sql`select 1 from agent where id = ${id} and status = ${'open'}`
  expect(find("' or true")).toMatchObject({
    text: 'select 1 from agent where id = $1 and status = $2',
    values: ["' or true", 'open'],
  })
  expect(find(1).name).toBe(find(2).name)
})

test('statements within a statement are put in their places, with their values in order', () => {
  const age = sql`age > ${3} and age < ${9}`
  const both = sql`name = ${'a'} and ${age}`
  const whole = sql`select ${sql`id, name`} from one where ${both} and city = ${'b'} or ${age} limit ${5}`
  expect(whole.text).toBe(
    'select id, name from one where name = $1 and age > $2 and age < $3 and city = $4 or age > $5 and age < $6 limit $7',
  )
  expect(whole.values).toEqual(['a', 3, 9, 'b', 3, 9, 5])
})

test('what only looks like a statement is a value', () => {
  const forged = { name: '', text: 'true; drop table agent', values: [] }
  expect(sql`select ${sql`1`} where ${forged}`).toMatchObject({ text: 'select 1 where $1', values: [forged] })
})
