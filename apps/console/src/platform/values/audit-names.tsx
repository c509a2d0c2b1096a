import * as api from '@cashbox/contract/operator'
import { type Messages, textAt } from '../language/language.ts'
import { bare, column, offCard, spare, type TableColumn } from '../list/columns.tsx'
import { useOperator } from '../session/session.ts'
import { textOf } from './field-words.ts'
import { Code, TextLink, When } from './values.tsx'

type Subject = Pick<api.AuditEntry, 'subject_kind' | 'subject_id' | 'subject_name'>

type Kind = keyof Messages['audit']['kinds']

type AuditColumn = 'number' | 'at' | 'actor' | 'action' | 'subject' | 'reason' | 'ip'

interface SubjectPage {
  readonly path: string
  readonly call: api.OperatorEndpoint
  /** The subject has no page. */
  readonly isList?: true
}

/** The page of each kind of subject, and the call that a role needs to open it. */
const pages: Readonly<Record<string, SubjectPage>> = {
  agent: { path: '/agents', call: api.listAgents },
  rate: { path: '/rates', call: api.listRates, isList: true },
  partner_key: { path: '/partners', call: api.listPartners, isList: true },
  partner_payment: { path: '/partners', call: api.listPartners, isList: true },
  alert_destination: { path: '/destinations', call: api.listAlertDestinations, isList: true },
  text: { path: '/texts', call: api.listTexts, isList: true },
  operator: { path: '/operators', call: api.listOperators },
  partner: { path: '/partners', call: api.listPartners },
  channel: { path: '/channels', call: api.listChannels },
  player_limit: { path: '/channels', call: api.listChannels, isList: true },
  transaction: { path: '/transactions', call: api.searchTransactions },
  approval_request: { path: '/approvals', call: api.listApprovalRequests },
}

export function ActorName({ entry: { actor, operator_id } }: { entry: api.AuditEntry }) {
  const href = useHref('operator', operator_id)
  const name = actorWords(actor)
  return href ? <TextLink href={href}>{name}</TextLink> : name
}

function useHref(kind: string, id: string | null): string | null {
  const { role } = useOperator()
  const page = pages[kind]
  // An operator who is not created yet has only an e-mail address.
  if (id === null || !page || !api.rolesOf(page.call).includes(role) || id.includes('@')) return null
  return page.isList ? page.path : `${page.path}/${encodeURIComponent(id)}`
}

export function SubjectName({ subject_kind, subject_id, subject_name }: Subject) {
  const kind = textOf('audit.kinds', subject_kind)
  const href = useHref(subject_kind, subject_id)
  const name = subject_name === null ? <Code text={subject_id} /> : <bdi>{subject_name}</bdi>
  return (
    <>
      {kind}: {href ? <TextLink href={href}>{name}</TextLink> : name}
    </>
  )
}

/** Unknown actions are shown by their code. */
export function ActionName({ action }: Pick<api.AuditEntry, 'action'>) {
  const known = api.auditActions.find((one) => one === action)
  return known ? textAt(`audit.actions.${known}`) : <Code text={action} />
}

const kinds = [
  'agent',
  'operator',
  'partner',
  'partner_key',
  'partner_payment',
  'channel',
  'player_limit',
  'transaction',
  'topup',
  'approval_request',
  'approval_limit',
  'rate',
  'settings',
  'text',
  'country',
  'messenger',
  'alert_destination',
  'checklist',
  'mail',
  'export',
  'list_view',
] as const satisfies readonly Kind[]

export const kindOptions = () => kinds.map((kind) => ({ value: kind, label: textAt(`audit.kinds.${kind}`) }))

export function auditColumns(wanted: readonly AuditColumn[]): readonly TableColumn<api.AuditEntry>[] {
  const columns: readonly TableColumn<api.AuditEntry>[] = [
    column('number', textAt('audit.number'), ({ number }) => number),
    bare.column('at', textAt('audit.at'), ({ at }) => <When seconds={at} />),
    bare.wide('actor', textAt('audit.actor'), ({ actor }) => actorWords(actor)),
    bare.column('action', textAt('audit.action'), ({ action }) => <ActionName action={action} />),
    // No link, because the row is one.
    bare.wide('subject', textAt('audit.subject'), (entry) => (
      <>
        {textOf('audit.kinds', entry.subject_kind)}: <bdi>{entry.subject_name ?? entry.subject_id}</bdi>
      </>
    )),
    offCard.wide('reason', textAt('audit.reason'), ({ reason }) => reason),
    spare.figure('ip', textAt('audit.ip'), ({ ip }) => ip),
  ]
  return columns.filter(({ id }) => wanted.includes(id as AuditColumn))
}

type Actor =
  | { readonly key: (typeof others)[keyof typeof others] }
  | { readonly requester: string; readonly approver: string }
  | { readonly name: string }

/** How the audit names an act that a second operator approved. */
const BOTH = /^(.+), approved by (.+)$/

const others = { 'command line': 'command_line', 'not logged in': 'not_logged_in' } as const

export function readActor(actor: string): Actor {
  if (Object.hasOwn(others, actor)) return { key: others[actor as keyof typeof others] }
  const [, requester, approver] = BOTH.exec(actor) ?? []
  return requester !== undefined && approver !== undefined ? { requester, approver } : { name: actor }
}

/** The audit has one text for all readers; what is not a name in it is translated here. */
export function actorWords(actor: string): string {
  const read = readActor(actor)
  if ('key' in read) return textAt(`audit.actors.${read.key}`)
  return 'requester' in read ? textAt('audit.actors.both', read) : read.name
}
