import { type Html, html } from '@cashbox/contract/html'
import { answerPlayer, type PlayerAnswer, type PlayerQuestion } from '@cashbox/partner'
import { type Behaviour, createMode, modeButtons } from '../page/forms.ts'
import { badge, moment, rows } from '../page/layout.ts'
import type { WebhookHeaders } from './webhook-log.ts'

interface PlayerBehaviour extends Behaviour {
  readonly answer: (player: PlayerQuestion, asked: number) => unknown
  readonly delayMs?: number
}

const FIRST_NAMES = ['Aziz', 'Dilnoza', 'Elif', 'Javier', 'Karim', 'Layla', 'Marie', 'Olga']
const LAST_NAMES = ['Karimov', 'Yusupova', 'Demir', 'Ortega', 'Haddad', 'Laurent', 'Petrova']

/** The same name for the same player. */
function nameOf(playerId: string, shift = 0): string {
  const sum = Array.from(playerId).reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7) + shift
  return `${FIRST_NAMES[sum % FIRST_NAMES.length]} ${LAST_NAMES[sum % LAST_NAMES.length]}`
}

const RANGE = { min_amount: '1.00', max_amount: '5000000.00' }

const accept = ({ player_id }: PlayerQuestion): PlayerAnswer => ({
  result: 'accepted',
  name: nameOf(player_id),
  ...RANGE,
})

const playerBehaviours: Readonly<Record<string, PlayerBehaviour>> = {
  accepting: { label: 'Accepting', does: 'takes deposits for every player', answer: accept },
  unknown: {
    label: 'Unknown player',
    does: 'knows no player',
    answer: () => ({ result: 'refused', reason: 'player_unknown' }),
  },
  refusing: {
    label: 'Refusing',
    does: 'takes no deposit for the player',
    answer: () => ({ result: 'refused', reason: 'player_blocked' }),
  },
  // Cashbox hangs up long before.
  silent: { label: 'Silent', does: 'never answers', answer: () => ({}), delayMs: 60_000 },
  late: { label: 'Late', does: 'answers after 5 seconds', answer: accept, delayMs: 5000 },
  renaming: {
    label: 'Changing name',
    does: 'gives another name each time',
    answer: ({ player_id }, asked) => ({ result: 'accepted', name: nameOf(player_id, asked), ...RANGE }),
  },
  odd: {
    label: 'Odd answer',
    does: 'answers what makes no sense',
    answer: () => ({ result: 'accepted', name: 42, min_amount: '10.00', max_amount: '-1' }),
  },
}

interface AskedPlayer {
  readonly playerId: string
  readonly amount: string
  readonly at: number
  readonly behaviour: string
}

const KEPT = 20

/** What Cashbox asked about players, newest first, and what it is answered. */
export function createPlayers() {
  const mode = createMode(playerBehaviours, 'accepting')
  const asked: AskedPlayer[] = []
  let count = 0

  /** The reply, and how long to wait before it. */
  async function ask(headers: WebhookHeaders, body: string, secret: string, at: Date) {
    const behaviour = mode.current()
    const reply = await answerPlayer(secret, body, headers, (player) => {
      count += 1
      const seconds = Math.floor(at.getTime() / 1000)
      asked.unshift({ playerId: player.player_id, amount: player.amount, at: seconds, behaviour: behaviour.label })
      asked.splice(KEPT)
      return behaviour.answer(player, count) as PlayerAnswer
    })
    return { ...reply, delayMs: behaviour.delayMs ?? 0 }
  }

  return { mode, ask, asked: (): readonly AskedPlayer[] => asked }
}

export const playersView = (path: string, { mode, asked }: ReturnType<typeof createPlayers>): Html =>
  html`<section id="players" data-watch>
    <h2>Players</h2>
    ${modeButtons(`${path}/players`, 'How this service answers for players', mode)}
    <p class="hint">The service ${mode.current().does}.</p>
    ${rows(
      asked(),
      ({ playerId, amount, at, behaviour }) =>
        html`<li><p class="bar">${badge(behaviour)}</p> <bdi dir="ltr">${playerId}</bdi> <bdi dir="ltr">${amount}</bdi> ${moment(at)}</li>`,
      ['No questions yet', 'Cashbox asks when an agent starts a deposit with a player ID.'],
    )}
  </section>`
