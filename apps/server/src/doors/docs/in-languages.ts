import { type ExampleRequest, quoted } from './example-request.ts'

export interface Example {
  readonly language: string
  readonly code: string
}

/** The same request in each language, made with the function that the page's own chapter defines. */
export const inLanguages = (request: ExampleRequest): readonly Example[] => [
  { language: 'curl', code: shell(request) },
  { language: 'JavaScript', code: `console.log(await call(${parts(request, 'null', javascript)}))` },
  { language: 'Python', code: `print(call(${parts(request, 'None', python)}))` },
  { language: 'PHP', code: `print_r(call(${parts(request, 'null', php)}));` },
  { language: 'Go', code: `fmt.Println(call(${parts(request, 'nil', go)}))` },
]

const shell = ({ method, path, body }: ExampleRequest) =>
  `cashbox ${method} ${quoted(path)}${body === undefined ? '' : ` ${quoted(JSON.stringify(body))}`}`

type Print = (value: unknown, indent: string) => string

function parts({ method, path, body }: ExampleRequest, nothing: string, print: Print): string {
  const given = body === undefined ? [] : [print(body, '')]
  const missing = body === undefined && nothing === 'nil' ? [nothing] : []
  return [print(method, ''), print(path, ''), ...given, ...missing].join(', ')
}

/** Prints a JSON value as a literal of another language. */
function printer(words: {
  readonly object: readonly [string, string]
  readonly list: readonly [string, string]
  readonly key: (name: string) => string
  readonly text: (text: string) => string
  readonly isTrue: string
  readonly isFalse: string
  readonly isNull: string
}): Print {
  const print: Print = (value, indent) => {
    const deeper = `${indent}  `
    const block = ([open, close]: readonly [string, string], lines: readonly string[]) =>
      lines.length === 0
        ? `${open}${close}`
        : `${open}\n${lines.map((line) => `${deeper}${line},\n`).join('')}${indent}${close}`
    if (value === null) return words.isNull
    if (value === true) return words.isTrue
    if (value === false) return words.isFalse
    if (typeof value === 'string') return words.text(value)
    if (Array.isArray(value))
      return block(
        words.list,
        value.map((item) => print(item, deeper)),
      )
    if (typeof value !== 'object') return JSON.stringify(value)
    const lines = Object.entries(value).map(([name, item]) => `${words.key(name)}${print(item, deeper)}`)
    return block(words.object, lines)
  }
  return print
}

const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const double = (text: string) => JSON.stringify(text)
const isName = (name: string) => /^[A-Za-z_]\w*$/.test(name)

const javascript = printer({
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${isName(name) ? name : single(name)}: `,
  text: single,
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'null',
})
const python = printer({
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${double(name)}: `,
  text: double,
  isTrue: 'True',
  isFalse: 'False',
  isNull: 'None',
})
const php = printer({
  object: ['[', ']'],
  list: ['[', ']'],
  key: (name) => `${single(name)} => `,
  text: single,
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'null',
})
const go = printer({
  object: ['map[string]any{', '}'],
  list: ['[]any{', '}'],
  key: (name) => `${double(name)}: `,
  text: double,
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'nil',
})
