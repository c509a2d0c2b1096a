import type { Endpoint } from '@cashbox/contract'
import { Check, type LucideIcon, Undo2, X } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { ActButtons } from './act-buttons.tsx'
import { ActDialog, type ActProps } from './act-dialog.tsx'

/** What an operator can decide about a request of another, or about their own. */
export type Decision = 'approve' | 'reject' | 'withdraw'

const icons: Record<Decision, LucideIcon> = { approve: Check, reject: X, withdraw: Undo2 }

interface RequestDecisionsProps<Request extends { readonly number: number; readonly version: number }> {
  readonly request: Request
  readonly decisions: readonly Decision[]
  readonly calls: { readonly decide: Endpoint; readonly withdraw: Endpoint }
  /** In the words of what is requested. */
  readonly words: {
    readonly label: string
    readonly button: (decision: Decision) => string
    readonly title: (decision: Decision, number: number) => string
  }
  readonly reload: () => Promise<void>
  readonly form: ComponentType<ActProps & { readonly decision: Decision; readonly request: Request }>
}

/** A button for each decision, and the dialog that it opens. */
export function RequestDecisions<Request extends { readonly number: number; readonly version: number }>({
  request,
  decisions,
  calls,
  words,
  reload,
  form: Form,
}: RequestDecisionsProps<Request>) {
  const [chosen, setChosen] = useState<Decision | null>(null)
  return (
    <>
      <ActButtons
        label={words.label}
        acts={decisions.map((decision) => ({
          endpoint: decision === 'withdraw' ? calls.withdraw : calls.decide,
          label: words.button(decision),
          icon: icons[decision],
          variant: decision === 'approve' ? 'primary' : 'secondary',
          onChoose: () => setChosen(decision),
        }))}
      />
      {chosen && (
        <ActDialog
          thing={request}
          size="lg"
          title={({ number }) => words.title(chosen, number)}
          reload={reload}
          onClose={() => setChosen(null)}
        >
          {(seen, act) => <Form {...act} decision={chosen} request={seen} />}
        </ActDialog>
      )}
    </>
  )
}
