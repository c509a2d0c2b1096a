import { existsSync, statfsSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { connect } from 'node:tls'
import type { Config } from '../config/config.ts'
import { type Finding, fine, problemOf, skipped, within, wrong } from './finding.ts'

const SPACE_NEEDED_MB = 500
const DAY_MS = 24 * 60 * 60 * 1000
/** Certificates are renewed some weeks before their end: one that was not is forgotten. */
const DAYS_LEFT = 14

export function checkDisk({ dataDirectory }: Config): Finding[] {
  let folder = dataDirectory
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024)
  return [
    freeMb >= SPACE_NEEDED_MB
      ? fine('disk', `${freeMb.toLocaleString('en')} MB free on the disk of ${folder}`)
      : wrong('disk', `${freeMb} MB free on the disk of ${folder}`, `Make space: ${SPACE_NEEDED_MB} MB at least`),
  ]
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
    const validTo = await within(readCertificate(hostname, port === '' ? 443 : Number(port), ca))
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
      `${host}: ${problemOf(error)}`,
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
