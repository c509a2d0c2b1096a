import type { Endpoint } from '@cashbox/contract'
import fc from 'fast-check'

/** Values of the wrong type, size or meaning. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    -1e-320,
    2 ** 53 + 2,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202eabc',
    'NaN',
    'Infinity',
    '1e5',
    '0x10',
    '-0',
    '٣',
    '1'.repeat(400),
    '../../etc/passwd',
    "'; drop table account; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '😀'.repeat(50),
    [],
    {},
    ['a', 'b'],
    { toString: 'x' },
    [[[[[[]]]]]],
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
)

const plausible = fc.constantFrom<unknown>(
  'deposit',
  'withdraw',
  '10.00',
  10,
  '41.2995',
  '69.2401',
  'login',
  'en',
  'UZ',
  '0000-01',
  '2026-01',
  '9999-12',
  '00000000-0000-7000-9000-000000000001',
)

/** Every field that the call knows, each right by type or strange, and some that it does not know. */
export function strangeInputsFor(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const fields = Object.keys((endpoint.input as unknown as { shape?: object }).shape ?? {})
  const record = fc.record(
    Object.fromEntries(fields.map((field) => [field, fc.oneof({ weight: 2, arbitrary: strange }, plausible)])),
    { requiredKeys: [] },
  )
  const withUnknown = fc
    .tuple(record, fc.dictionary(fc.string(), strange, { maxKeys: 3 }))
    .map(([known, unknown]) => ({ ...unknown, ...known }))
  return fc.oneof(
    { weight: 6, arbitrary: record },
    { weight: 1, arbitrary: withUnknown },
    { weight: 1, arbitrary: strange },
  )
}

/** The address of such a call and its body: fields of the path go there, the others into the query or the body. */
export function writeCall({ method, path }: Endpoint, input: unknown): { path: string; body: string | undefined } {
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
  const fields = new Map(isRecord ? Object.entries(input) : [])
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = encode(fields.get(name) ?? 'x') || 'x'
    fields.delete(name)
    return value
  })
  if (method === 'POST')
    return { path: filled, body: JSON.stringify(isRecord ? Object.fromEntries(fields) : input) ?? 'undefined' }
  const query = isRecord
    ? [...fields].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    : encode(input)
  return { path: query ? `${filled}?${query}` : filled, body: undefined }
}

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())
