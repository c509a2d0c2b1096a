import { operatorPasswordRule } from '@cashbox/contract'
import { type logInOperator, OperatorSession } from '@cashbox/contract/operator'
import { col, query } from '@cashbox/postgres/database'
import type { OperatorContext } from '../access/admit-operator.ts'
import { type Actor, writeAudit } from '../access/audit.ts'
import { type Needs, openOperatorSession } from '../access/operator-sessions.ts'
import { isGuessable, matchPassword } from '../access/passwords.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import type { Captcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import { isSameSecret, type Keyring, newToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'

interface LogInAttempt {
  readonly email: string
  readonly ip: string
  /** Null unless this browser has logged in to the account before. */
  readonly deviceId: string | null
  readonly captcha: Parameters<Captcha['check']>[1]
}

interface LogInFailure {
  readonly action: 'operator.log-in-failed' | 'operator.code-failed'
  /** Null when there is no such account. */
  readonly operatorId: string | null
  readonly actor: Actor
}

interface KnownDevice {
  readonly operatorId: string
  readonly deviceId: string
}

const columns = {
  ...columnsFor(OperatorSession.shape.operator),
  id: col.uuid,
  password_hash: col.nullable(col.text),
  has_two_factor: col.bool,
  has_passkey: col.bool,
}

const DEVICE_DAYS = 180
const DEVICE_LIFETIME_S = DEVICE_DAYS * 24 * 60 * 60

/** The same answer, after the same work, for a wrong password and an unknown address. */
export async function logIn(
  services: Services,
  { input, caller, setCookie, device }: OperatorContext<typeof logInOperator>,
): Promise<{ session: OperatorSession }> {
  const { db, clock, keyring, config } = services
  const { email, password, ...captcha } = input
  const [row] = await query(db, columns)`
    select id, email, name, role, language, password_hash, totp_since is not null as has_two_factor,
           exists (select 1 from operator_passkey where operator_id = operator.id) as has_passkey
    from operator where email = ${email} and disabled_at is null`
  const known = readDevice(keyring, clock, device.known)
  const deviceId = known && known.operatorId === row?.id ? known.deviceId : null
  const giveBack = await checkAttempt(services, { email, ip: caller.ip, deviceId, captcha })
  if (!(await matchPassword(row?.password_hash, password)) || !row) {
    const actor = { operatorId: null, name: 'not logged in', ip: caller.ip }
    await auditFailure(services, { action: 'operator.log-in-failed', operatorId: row?.id ?? null, actor })
    throw refusal('credentials_wrong')
  }
  await giveBack()
  const needs: Needs = row.has_two_factor ? 'code' : config.mode === 'production' ? 'enrolment' : null
  const at = clock.now()
  const token = await db.transaction(async (tx) => {
    await writeAudit(
      tx,
      { at, actor: { operatorId: row.id, name: row.name, ip: caller.ip } },
      { kind: 'operator', id: row.id },
      'operator.log-in',
    )
    return openOperatorSession(tx, { operatorId: row.id, needs, caller, at })
  })
  setCookie(token)
  // Without a second factor the log-in is complete here; with one, `rememberDevice` waits for the code.
  if (needs === null) rememberDevice(services, device, row.id)
  const { id, name, role, language, has_two_factor, has_passkey } = row
  return { session: { operator: { id, email: row.email, name, role, language }, needs, has_two_factor, has_passkey } }
}

/**
 * Counts an attempt. A known device has its own allowance; other browsers need a captcha after some failures. So failures
 * by strangers never lock an operator out. Returns a function that gives the attempt back.
 */
async function checkAttempt({ limits, captcha }: Services, attempt: LogInAttempt) {
  const { email, ip, deviceId } = attempt
  if (deviceId !== null && !limits.exceeds('operator-device', await limits.count('operator-device', deviceId))) {
    return () => limits.giveBack('operator-device', deviceId)
  }
  await limits.spend('login-address', ip)
  const [ofAccount, ofNetwork] = await Promise.all([
    limits.count('operator-account', email),
    limits.count('operator-address', ip),
  ])
  if (limits.exceeds('operator-account', ofAccount) || limits.exceeds('operator-address', ofNetwork)) {
    if (!attempt.captcha.captcha_text && captcha.isOn) throw refusal('captcha_needed')
    await captcha.check('login', attempt.captcha, ip)
  }
  return async () => {
    await Promise.all([
      limits.giveBack('login-address', ip),
      limits.giveBack('operator-account', email),
      limits.giveBack('operator-address', ip),
    ])
  }
}

/** Operators move other people's money, so their passwords are longer than those of agents. */
export function checkPassword(password: string) {
  if (!operatorPasswordRule(password)) throw refusal('password_short')
  if (isGuessable(password)) throw refusal('password_common')
}

/**
 * Audits only the first, tenth, hundredth… failure of an hour, so that strangers can't flood the audit. The answer does not
 * wait for the entry: its time would show whether the account exists.
 */
export async function auditFailure(services: Services, { action, operatorId, actor }: LogInFailure): Promise<void> {
  const { db, clock, limits, log } = services
  const id = operatorId ?? 'unknown'
  const failures = await limits.count('audited-failure', `${action} ${id}`)
  if (!/^10*$/.test(String(failures))) return
  db.transaction((tx) =>
    writeAudit(tx, { at: clock.now(), actor }, { kind: 'operator', id }, action, {
      after: { failures_in_an_hour: failures },
    }),
  ).catch((error: unknown) => log.error({ err: error }, 'could not write the audit of a failed log-in'))
}

const signatureOf = (keyring: Keyring, text: string) => keyring.hash(`operator device ${text}`)

/** Sets a cookie that gives a separate allowance of attempts, so that strangers who guess can't lock the operator out. */
export function rememberDevice(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  { keep }: { keep(cookie: string, lifetimeS: number): void },
  id: string,
) {
  const text = `${id}.${newToken()}.${clock.now().getTime() + DEVICE_LIFETIME_S * 1000}`
  keep(`${text}.${signatureOf(keyring, text)}`, DEVICE_LIFETIME_S)
}

function readDevice(keyring: Keyring, clock: Clock, cookie: string | undefined): KnownDevice | null {
  const [operatorId = '', deviceId = '', expires = '', signature = ''] = (cookie ?? '').split('.')
  const isOurs = isSameSecret(signature, signatureOf(keyring, `${operatorId}.${deviceId}.${expires}`))
  return isOurs && Number(expires) > clock.now().getTime() ? { operatorId, deviceId } : null
}
