import { english } from '@cashbox/contract/console-texts/en'
import { expect, test } from 'vitest'
import type { AuditedFields } from './audit.ts'

/** Takes what `writeAudit` takes. The compiler is the test: `npm run check` fails where it allows what is marked here. */
const fieldsOf = <Before extends object, After extends object>({ before, after }: AuditedFields<Before, After>) =>
  Object.keys({ ...before, ...after })

test('an act tells only of fields that the console has a name for', () => {
  const announced = fieldsOf({ before: { rate: '1', version: 1 }, after: { rate: '2', version: 2 } })
  expect(announced.filter((field) => field !== 'version' && !(field in english.approvals.fields))).toEqual([])

  // @ts-expect-error -- it has no name
  fieldsOf({ after: { shoe_size: 44 } })
  const row = { rate: '1', shoe_size: 44 }
  // @ts-expect-error -- nor has it one as a part of something else
  fieldsOf({ before: row })
  // @ts-expect-error -- or where it is not always there
  fieldsOf({ before: null, after: { ...(announced.length > 9 ? row : {}), rate: '2' } })
  const unknown: object = row
  // @ts-expect-error -- or where it is not known which fields there are
  fieldsOf({ after: unknown })
})
