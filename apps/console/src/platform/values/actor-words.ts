import { useTranslations } from 'use-intl'

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
export function useActorWords(): (actor: string) => string {
  const t = useTranslations('audit.actors')
  return (actor) => {
    const read = readActor(actor)
    if ('key' in read) return t(read.key)
    return 'requester' in read ? t('both', read) : read.name
  }
}
