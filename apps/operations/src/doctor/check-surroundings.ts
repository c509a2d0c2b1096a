import { existsSync, statfsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { connect } from 'node:tls'
import { problemIn } from '@cashbox/postgres/database'
import { DAY_MS } from '@cashbox/server/platform/clock'
import type { Config, TronProviderConfig } from '@cashbox/server/platform/config'
import { connectToMail } from '@cashbox/server/platform/mail/mailer'
import { readRateFeed } from '@cashbox/server/rails/rates/rate-feed'
import { createTronApi } from '@cashbox/server/rails/tron/tron-api'
import { answerOf, type Finding, fine, skipped, wrong } from './finding.ts'

const SPACE_NEEDED_MB = 500
/** Certificates are renewed some weeks before their end: one that was not is forgotten. */
const DAYS_LEFT = 14

/** A block comes every 3 seconds; an index may trail by more. */
const HEAD_AGE_MS = 60_000
const AHEAD_MS = 5_000

/** The disk of another machine's PostgreSQL can't be seen from here. */
export function checkDisk({ databaseUrl, dataDirectory, backup }: Config): Finding[] {
  const folders = [dataDirectory, ...(backup.folder === null ? [] : [backup.folder])]
  return [
    ...new Set(folders).values().map(checkSpace),
    ...(databaseUrl === null ? [] : [skipped('disk', 'the one of PostgreSQL is not seen from here: watch it there')]),
  ]
}

function checkSpace(wanted: string): Finding {
  let folder = wanted
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024)
  return freeMb >= SPACE_NEEDED_MB
    ? fine('disk', `${freeMb.toLocaleString('en')} MB free on the disk of ${folder}`)
    : wrong('disk', `${freeMb} MB free on the disk of ${folder}`, `Make space: ${SPACE_NEEDED_MB} MB at least`)
}

export async function checkBackupFolder({ backup: { folder } }: Config): Promise<Finding[]> {
  if (folder === null) return []
  try {
    await access(folder, constants.W_OK)
    return [fine('back-up', `${folder} can be written`)]
  } catch (error) {
    return [
      wrong('back-up', problemIn(error), 'Create the folder of CASHBOX_BACKUP_FOLDER, and let this user write to it'),
    ]
  }
}

/** Asks through the proxy, as a browser would. A proxy that changes the host's name or drops its port gives 404. */
export async function checkProxy({ publicUrl, consoleUrl }: Config): Promise<Finding[]> {
  const addresses = [
    [`${publicUrl}/healthz`, 200],
    [`${consoleUrl}/operator/v1/session`, 401],
  ] as const
  return Promise.all(
    addresses.map(async ([url, expected]) => {
      try {
        const { status } = await answerOf(fetch(url, { redirect: 'manual' }))
        return status === expected
          ? fine('proxy', `${url} is answered by Cashbox`)
          : wrong(
              'proxy',
              `${url} is answered with ${status}`,
              'Let the proxy pass everything on, with the Host header as the browser sends it, port included',
            )
      } catch (error) {
        return skipped('proxy', `${url}: ${problemIn(error)}; it is checked while Cashbox runs`)
      }
    }),
  )
}

/** Certificate and answer of each public address, as a browser would see them. */
export async function checkTls({ publicUrl, consoleUrl }: Pick<Config, 'publicUrl' | 'consoleUrl'>, ca?: string) {
  const urls = [...new Set([publicUrl, consoleUrl])]
  const findings = await Promise.all(urls.map((url) => checkAddress(url, ca)))
  return findings
}

async function checkAddress(url: string, ca: string | undefined): Promise<Finding> {
  const { protocol, host, hostname, port } = new URL(url)
  if (protocol !== 'https:') return skipped('tls', `${host} has none, as in a sandbox`)
  try {
    const validTo = await answerOf(readCertificate(hostname, port === '' ? 443 : Number(port), ca))
    const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS)
    return days < DAYS_LEFT
      ? wrong(
          'tls',
          `the certificate of ${host} ends in ${days} days`,
          'Renew it, and see why it was not renewed by itself',
        )
      : fine('tls', `${host} has a certificate for ${days} more days`)
  } catch (error) {
    return wrong(
      'tls',
      `${host}: ${problemIn(error)}`,
      'Check that the name leads to the proxy, that it answers on this port, and its certificate',
    )
  }
}

const readCertificate = (host: string, port: number, ca: string | undefined) =>
  new Promise<Date>((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port, ...name, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('error', reject)
  })

export async function checkMail({ mail: { smtpUrl } }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return [skipped('mail', 'the sandbox keeps all letters itself')]
  const { host } = new URL(smtpUrl)
  try {
    await answerOf(connectToMail(smtpUrl), 45_000)
    return [fine('mail', `${host} lets us in`)]
  } catch (error) {
    return [wrong('mail', `${host}: ${problemIn(error)}`, 'Check SMTP_URL: host, port, name and password')]
  }
}

export async function checkTron({ tron }: Config): Promise<Finding[]> {
  if (!tron.isOn) return [skipped('tron', 'switched off')]
  if (tron.providers.length === 0) return [skipped('tron', 'the sandbox has a chain of its own')]
  const findings = await Promise.all(tron.providers.map((provider) => checkProvider(provider, tron.usdt)))
  const hosts = new Set(tron.providers.map(({ url }) => new URL(url).host))
  const isAlone = hosts.size < 2 && tron.secondProviderAbove !== null
  return [
    ...findings,
    ...(isAlone
      ? [
          fine(
            'tron',
            `one provider: an operator decides about more than ${tron.secondProviderAbove} USDT of an agent and day`,
          ),
        ]
      : []),
  ]
}

async function checkProvider(provider: TronProviderConfig, usdt: string): Promise<Finding> {
  const { host } = new URL(provider.url)
  const api = createTronApi(provider)
  try {
    const { number, timestampMs } = await answerOf(api.headBlock())
    await answerOf(api.solidBlock())
    await answerOf(api.transfersOf(usdt, { sinceMs: Date.now() - HEAD_AGE_MS }))
    const ageMs = Date.now() - timestampMs
    if (ageMs > HEAD_AGE_MS) {
      return wrong(
        'tron',
        `${host}: its last block ${number} is ${Math.round(ageMs / 1000)} s old`,
        'Compare with a block explorer: use another provider if it is behind, or set this clock by NTP',
      )
    }
    if (ageMs < -AHEAD_MS) {
      return wrong('clock', `${Math.round(-ageMs / 1000)} s behind the last block of ${host}`, 'Let NTP set this clock')
    }
    return fine('tron', `${host} answers, up to block ${number}`)
  } catch (error) {
    return wrong('tron', `${host}: ${problemIn(error)}`, 'Check TRON_API_URLS and TRON_API_KEYS')
  }
}

export async function checkRates({ rates: { feed, maxAgeS } }: Config): Promise<Finding[]> {
  if (feed === null) return [skipped('rates', 'no feed: operators set all rates')]
  const { host } = new URL(feed.url)
  try {
    const { rates, at } = await answerOf(readRateFeed(feed.url))
    const ageS = Math.round((Date.now() - at.getTime()) / 1000)
    return [
      ageS > maxAgeS
        ? wrong(
            'rates',
            `${host}: its rates are ${ageS} s old`,
            'Ask who runs the feed; operators can set rates meanwhile',
          )
        : fine('rates', `${host} has ${rates.length} rates`),
    ]
  } catch (error) {
    return [wrong('rates', `${host}: ${problemIn(error)}`, 'Check RATE_FEED_URL')]
  }
}
