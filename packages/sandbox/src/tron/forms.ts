/** What a person has filled in to send something. */
export interface SendForm {
  readonly agent: string
  readonly to: string
  readonly amount: string
  readonly kind: string
}

export const emptySendForm: SendForm = { agent: '', to: '', amount: '100.00', kind: 'usdt' }

export const readSendForm = (sent: URLSearchParams): SendForm => ({
  agent: sent.get('agent') ?? '',
  to: sent.get('to') ?? '',
  amount: sent.get('amount') ?? '',
  kind: sent.get('kind') ?? '',
})

/** What the form asks for, as a script would. An address that was typed counts more than the chosen agent. */
export function sendingIn(sent: URLSearchParams) {
  const { agent, to, amount, kind } = readSendForm(sent)
  return {
    to: to.trim() || agent,
    amount: amount.trim(),
    ...(kind === 'failing' ? { fails: true } : { token: kind }),
  }
}

export const miningIn = (sent: URLSearchParams) => ({ blocks: Number(sent.get('blocks')) })

export const dropIn = (sent: URLSearchParams) => ({ txid: sent.get('txid') })

/** The switches that the form names, as a script would set them. */
export function behaviourIn(sent: URLSearchParams) {
  const { throttle_every, throttle_status, ...named } = Object.fromEntries(sent)
  const switches = Object.entries(named).map(([name, text]) => [name, valueOf(name, text)])
  const every = Number(throttle_every)
  return {
    ...Object.fromEntries(switches),
    ...(throttle_every !== undefined && { throttle: every === 0 ? null : { every, status: Number(throttle_status) } }),
  }
}

function valueOf(name: string, text: string): unknown {
  if (name === 'down') return text === '' ? null : text
  if (text === 'on' || text === 'off') return text === 'on'
  return Number(text)
}
