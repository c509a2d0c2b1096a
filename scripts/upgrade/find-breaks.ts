/** What a running process of the release before does not survive, by the form of the statement. */
const BREAKS: readonly (readonly [string, RegExp])[] = [
  ['removes a table', /^drop table\b/],
  ['removes a column', /^alter table .*\bdrop column\b/],
  ['renames', /^alter (table|type) .*\brename (?!constraint)/],
  ['changes the type of a column', /^alter table .*\balter (column )?\w+ (set data )?type\b/],
  ['asks for a value in a column that may be null', /^alter table .*\bset not null\b/],
  ['removes a default', /^alter table .*\bdrop default\b/],
  ['adds a column that asks for a value', /^alter table .*\badd column (?!.*\b(default|generated)\b).*\bnot null\b/],
  ['adds a rule', /^alter table .*\badd (constraint|check|unique|foreign key|primary key)\b/],
  ['adds a rule', /^create unique index\b/],
  ['adds a trigger', /^create (constraint )?trigger\b/],
]

/** The statements of a migration that may break a process of the release before. What is done to a table after it was made breaks none. */
export function findBreaks(migration: string): string[] {
  const statements = migration
    .replaceAll(/--.*/g, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
  const made = new Set<string>()
  return statements
    .flatMap(eachAction)
    .filter((statement) => {
      const [, table] = /^create table (\w+)/.exec(statement) ?? []
      if (table) made.add(table)
      return !made.has(tableOf(statement))
    })
    .flatMap((statement) => {
      const broken = BREAKS.find(([, form]) => form.test(statement))
      return broken ? [`${broken[0]}: ${statement}`] : []
    })
}

/** `alter table a add …, drop …` as one statement for each of its actions. */
function eachAction(statement: string): string[] {
  const [head] = /^alter table (if exists )?(only )?\w+ /.exec(statement) ?? []
  if (!head) return [statement]
  const actions = statement.slice(head.length).split(/,\s*(?=(?:add|drop|alter|rename|set|disable|enable)\b)/)
  return actions.map((action) => head + action)
}

const tableOf = (statement: string) =>
  /^(?:(?:alter|drop) table (?:if exists )?(?:only )?|create .*?\bon )(\w+)/.exec(statement)?.[1] ?? ''

/** Whether what the release before calls is still there: the same parameters, more of them only with a default, and the same result. */
export function takesOldCalls(before: string, now: string | undefined): boolean {
  const [old, next] = [partsOf(before), partsOf(now ?? '')]
  const added = next.parameters.slice(old.parameters.length)
  return (
    old.result === next.result &&
    old.parameters.every((parameter, index) => parameter === next.parameters[index]) &&
    added.every((parameter) => / default /.test(parameter) && !parameter.startsWith('out '))
  )
}

/** Commas stand between parameters only: no type or default here has one. */
function partsOf(signature: string) {
  const [parameters = '', result = ''] = signature.replaceAll(/--.*?\. /g, '').split(/\)(?= returns |$)/, 2)
  const list = parameters.slice(1).split(',')
  return { parameters: list.map((parameter) => parameter.trim()), result: result.trim() }
}
